"""RoboBrisca (2022): its bots play Brisca here as they are, and its records go to ours and back.

Everything is written from what is known of its interface; there is nothing of its source here.
"""
