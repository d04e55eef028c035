"""The pages of one edition."""
