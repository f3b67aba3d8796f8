"""From a typed program to Python source.

`page` holds lines, `writer` what all parts share; `scalars`, `sets`, `lists` and `conditions` write
expressions, `statements` actions, `flow` stages and `run`, `clauses` what options do and `apply`,
`options` what can be chosen, and `module` puts one self-contained module together.
"""

from kibitz.recycle.emitter.module import Emitted, emit

__all__ = ["Emitted", "emit"]
