"""Article readers: a community roundup in, papers out."""
