"""Puts the configuration of the site into the wheel, beside the rule files and the guides."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteConfiguration(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch moves folders by its `sources`, but not a single file; an editable install needs no copy of it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Send mkdocs.yml along with a wheel."""
        if version == "standard":
            build_data["force_include"]["mkdocs.yml"] = "crex_dsl/_data/mkdocs.yml"
