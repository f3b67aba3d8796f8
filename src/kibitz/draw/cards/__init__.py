"""Cards of any deck, drawn by us: French, Spanish, Italian, German and Tarot cards, and others."""

from kibitz.draw.cards.rows import Row, rows_svg
from kibitz.draw.cards.sprite import CardPicture, card_svg, deck_svg, hand_svg, sheet_svg

__all__ = ["CardPicture", "Row", "card_svg", "deck_svg", "hand_svg", "rows_svg", "sheet_svg"]
