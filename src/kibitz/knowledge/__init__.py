"""What every player knows: views, deals, announcements, Kripke models, formulas."""

from kibitz.knowledge.announcements import Announcement
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.views import View, view
from kibitz.knowledge.worlds import Count, Worlds

__all__ = ["Announcement", "Count", "Deals", "Knowledge", "View", "Worlds", "view"]
