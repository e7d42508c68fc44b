"""What the text layer is made of: messages by id, names with their forms, facts, prompts, rules."""
