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

## borgo doctor

doctor-network = This machine is { $address }.
doctor-code = A table here would have the code { $code }.
doctor-table = Table { $name }: { $state }
doctor-commands = borgo table --join CODE joins by a code; borgo doctor --address CODE says why a table is not found.

## borgo verify. The lines are counted; $count is how much of each was found good.

verify-good = good
verify-so-far = good so far
verify-wrong = WRONG
verify-none = none
verify-without-table = this game was played without a table
verify-count-signatures = { $count ->
    [one] one entry
   *[other] { $count } entries
}
verify-count-chain = { $count ->
    [one] one request
   *[other] { $count } requests
}
verify-count-shuffles = { $count ->
    [one] one shuffle
   *[other] { $count } shuffles
}
verify-count-proofs = { $count ->
    [one] one answer with its proofs
   *[other] { $count } answers with their proofs
}
verify-count-seals-and-openings = { $count ->
    [one] one opening
   *[other] { $count } openings
}
verify-count-rules = { $count ->
    [one] one answer
   *[other] { $count } answers
}
verify-bad-end = The end of the file: { $what }.
verify-bad-entry = Entry { $entry }: { $what }. { $whose }
verify-bad-answer = Entry { $entry } (request { $request }, part { $part }): { $what }. { $whose }
verify-nobodys = It carries nobody’s signature.
verify-whose = It carries the signature of peer { $peer }, { $name }: a fault or a cheat.
verify-code = { $what } (code { $code })
verify-accused-unknown = Peer { $accuser } accuses an entry that is not in the file (code { $code }).
verify-accused-founded = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): founded.
verify-accused-unfounded = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): unfounded.
verify-accused-open = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): only its secrets could say whether rightly.
verify-breach = Answer { $position }: { $seat } may not answer { $answer }: { $why }.
verify-not-true = it was not true
verify-about = It is about peer { $peers }.
verify-progress = { $done } of { $total }

## borgo table: what happens before the game. A line with ! is a warning.

announced-caller-refused = ! Somebody at { $host } was refused: { $reason }
announced-guest-refused = ! Somebody was turned away ({ $words }): { $reason }
announced-addresses = Your addresses are now { $addresses }.
announced-several = You are in several networks, and others reach you at { $addresses }.
announced-game = The game begins: { $names }.
announced-new = { $name } is new here; the words of the key: { $words }
announced-before = !!   before: { $words }
announced-changed-key = !! { $name } HAS ANOTHER KEY THAN BEFORE. This may be somebody else.
announced-now = !!   now:    { $words }
announced-read-aloud = !! Ask { $name } to read the words aloud. Nothing begins until you accept the new key.
gathered-nobody-seated = At the table: { $names }. { $lacking }
gathered-seats = { $seats }. { $lacking } Ready: { $ready }.
gathered-peer = { $name }: { $seats }
gathered-bot = { $name } (bot): { $seats }
gathered-nobody = nobody
gathered-watching = Watching: { $names }.

## borgo table: what a person at the terminal is asked and may type.

typed-address = Your address is { $address }.
typed-address-code = Your address is { $address }, code { $code }.
typed-ready = ready? yes, or leave:
typed-accept = accept the new key of { $name }? accept, or leave:
typed-answer = answer:
typed-number = a number from 1 to { $count }
typed-help-talk = { $say } TEXT for all, { $whisper } TEXT for the hunter you trade with
typed-help-end = /concede, /end, /end open, /gone PEER: end the game; signed, for good
typed-help-absent = /timeout PEER, /takeover PEER, /agree PEER: go on without somebody
typed-help-leave = /leave: let somebody else play on for you
