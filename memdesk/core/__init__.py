"""What a memory is and how a block is made: pure, without Qt, peewee or files."""
