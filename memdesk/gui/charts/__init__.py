"""Small pictures of numbers, drawn by memdesk itself: bars, a grid, a timeline."""
