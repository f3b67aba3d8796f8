"""Pictures: one drawing for page, notebook and report."""

from kibitz.draw.graphviz import graphviz_kripke
from kibitz.draw.kripke import KripkePicture, PictureAgent, PictureWorld, draw_kripke

__all__ = ["KripkePicture", "PictureAgent", "PictureWorld", "draw_kripke", "graphviz_kripke"]
