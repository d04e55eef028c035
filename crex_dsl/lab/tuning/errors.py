"""What keeps weights from being fitted."""


class CannotTune(Exception):
    """Weights cannot be fitted to these rules, or to these games."""
