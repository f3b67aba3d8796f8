"""Print the reference of sheets: `python -m kibitz.engine > docs/sheets.md`."""

from kibitz.engine.entries import reference

print(reference(), end="")
