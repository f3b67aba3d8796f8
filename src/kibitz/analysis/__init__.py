"""What a game is like: measures, studies that gather what they need, reports.

report = kibitz.analysis.report(kibitz.load("agram"))
report.figure("order")              a figure with its interval
report.to_json()                    all of it, as data
report                              in a notebook: the page
compare([Side("now", report), ...]) reports side by side: what differs for sure
"""

from kibitz.analysis.comparison import Comparison, Side, compare
from kibitz.analysis.figures import Figure
from kibitz.analysis.report import Report
from kibitz.analysis.run import report

__all__ = ["Comparison", "Figure", "Report", "Side", "compare", "report"]
