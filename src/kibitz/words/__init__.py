"""What is said at a table: cards, seats, places and events in the words of card players."""
