"""Counting: ladders, matrix, cut-offs, value map and saturation; only numbers, no words."""
