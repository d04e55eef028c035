"""The rulebook as a site: pages generated from the rule files for MkDocs, never written by hand."""
