"""Other people's conventions, each in one small module."""
