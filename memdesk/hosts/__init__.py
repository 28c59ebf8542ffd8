"""Operations (one registry) and the doors that serve them to chat hosts."""
