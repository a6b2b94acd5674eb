// A file of comments.
