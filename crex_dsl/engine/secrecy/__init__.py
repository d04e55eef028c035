"""Who may know what: the mask, information sets, views."""
