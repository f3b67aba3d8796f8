"""From a typed program to Python source.

Everybody writes at a `desk`: a `page` of lines, the layout, the variables. `writers` says what
those who write expressions are asked for (`scalars`, `places`, `sets`, `lists`, `conditions`,
with `operands` and `beforehand`). On these stand actions (`moves`, `stores`, `players`), what they
show of hidden cards (`told`, `disclosures`, `chosen`), and `statements`; on these stages and
`run` (`flow`), what options do (`clauses`) and what can be chosen (`offers`, `options`). `module`
seats them all and puts one self-contained module together; `knowing` translates the variant that
tells what happens into one that keeps, in numbers, what everybody knows.
"""

from kibitz.recycle.emitter.knowing import disclosing, is_followed, knowing
from kibitz.recycle.emitter.module import Emitted, emit

__all__ = ["Emitted", "disclosing", "emit", "is_followed", "knowing"]
