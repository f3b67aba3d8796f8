"""Cards of any deck, drawn by us: French, Spanish, Tarot, and whatever a description prints."""

from kibitz.draw.cards.sprite import CardPicture, card_svg, deck_svg, hand_svg, sheet_svg

__all__ = ["CardPicture", "card_svg", "deck_svg", "hand_svg", "sheet_svg"]
