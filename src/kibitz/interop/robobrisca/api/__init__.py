"""What a bot of RoboBrisca's finds when it imports `Game` and `Players`: a module here for each of
theirs. Names, attributes and oddities are as bots know them; nothing but bots should need these."""
