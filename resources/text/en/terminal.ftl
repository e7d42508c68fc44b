# What the commands print that a person reads.

terminal-watch = A game between plain bots; borgo watch --seed { $seed } shows it again.
terminal-position = Step { $position } of { $total }, round { $round }: { $step }.
terminal-tracks = Influence { $influence }, despair { $despair }, Dracula’s damage { $damage }.
terminal-won = { $outcome }. { $cause }
terminal-waiting = Waiting: { $asked }
terminal-known = { $who ->
    [all] Known when all hands are opened: { $known }.
   *[seat] Known besides to { $who }: { $known }.
}
terminal-missing = { $count ->
    [one] One hidden value this seat knew is not in the record.
   *[other] { $count } hidden values this seat knew are not in the record.
}
terminal-digest = View digest { $digest }
