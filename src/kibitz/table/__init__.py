"""The table in the browser: play, watch, see what everybody knows. Server and static files."""
