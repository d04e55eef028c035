"""Games in series: played, recorded, added up."""
