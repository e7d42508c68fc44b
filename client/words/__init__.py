"""The text layer: messages by id, forms of names, sentences for facts and questions, rules."""
