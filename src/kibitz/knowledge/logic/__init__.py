"""Logic: formulas about knowledge, read, written and evaluated by three engines that agree."""

from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.logic.named import parse
from kibitz.knowledge.logic.spelling import spell
from kibitz.knowledge.logic.structures import answers

__all__ = ["Model", "answers", "parse", "spell"]
