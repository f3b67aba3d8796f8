"""What every player knows: views, deals, announcements, Kripke models, formulas."""
