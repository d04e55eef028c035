"""Boards, positions, pieces and flow charts as SVG, in the words of one edition."""
