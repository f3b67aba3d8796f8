"""Print the language reference: `python -m kibitz.recycle > docs/reference.md`."""

from kibitz.recycle import vocabulary

print(vocabulary.reference(), end="")
