"""SVG elements, the room that letters take, rectangles."""
