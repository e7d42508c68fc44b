# What the commands print that a person reads.

terminal-watch = A game between plain bots; borgo watch --seed { $seed } shows it again.
terminal-position = Step { $position } of { $total }, round { $round }: { $step }.
terminal-tracks = Influence { $influence }, despair { $despair }, Dracula’s damage { $damage }.
terminal-won = { $outcome }. { $cause }
terminal-waiting = Waiting: { $asked }
terminal-known = { $who ->
    [all] Known when all hands are opened: { $known }.
   *[seat] Known to { $who } besides: { $known }.
}
terminal-missing = { $count ->
    [one] One hidden value this seat knew is not in the record.
   *[other] { $count } hidden values this seat knew are not in the record.
}
terminal-digest = View digest { $digest }
terminal-ended = { $how }
    { $verdict }
    Last parent: { $parent }

## borgo doctor

doctor-network = This machine is { $address }.
doctor-code = A table here would have the code { $code }.
doctor-table = Table { $name }: { $about }
doctor-answers = At { $address } the table { $name } answers: { $about }
doctor-commands = borgo table --join CODE joins by a code; borgo doctor --address CODE says why a table is not found.

## borgo table --list

tables-none = No table was found. “borgo doctor” says why that may be.
tables-listed = { $name }: { $about }
tables-where = { $address }, code { $code }

## borgo identity

identity-locked = Your keys are locked with a passphrase.
identity-unlocked = Your keys are not locked: other users of this machine cannot read them, but whoever has the machine can.
identity-made = A new passphrase was made for you: { $phrase }

## borgo night

night-peers = Peers
night-found_each_other_by = Found each other by
night-found-zeroconf = the network
night-found-address = address
night-outcome = Outcome
night-requests = Requests
night-entries = Entries
night-kills = Killed
night-kills_of_all = All killed at once
night-since_last_kill = (since the last kill)
night-back_p50_s = Back again, median (s)
night-back_longest_s = Back again, longest (s)
night-back_cpu_p50_s = Its work, median (s)
night-back_cpu_longest_s = Its work, longest (s)
night-wall_s = Whole evening (s)
night-cpu_s = Work of all (s)
night-setup_wall_s = Set-up (s)
night-setup_cpu_s = Set-up, work of all (s)
night-setup_cpu_slowest_s = Set-up, most work (s)
night-game_wall_s = Game (s)
night-game_cpu_s = Game, work of all (s)
night-audit_wall_s = Audit (s)
night-verify_wall_s = Verification (s)
night-answer_p50_ms = An answer, median (ms)
night-answer_p95_ms = An answer, 95 of 100 (ms)
night-memory_mb = Memory (MB)
night-bytes_sent = Bytes sent
night-proofs_made = Proofs made
night-proofs_verified = Proofs verified
night-checked = Checked
night-record_bytes = Bytes of the record
night-record_digest = Digest of the record
night-records_equal = All records equal
night-final_parent = Last parent
night-verdict = Verdict
night-stopped = The game was ended from outside.
night-is-true = yes
night-is-false = NO
night-is-none = –

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
verify-bad-end = The end of the file: { $what }
verify-bad-entry = Entry { $entry }: { $what } { $whose }
verify-bad-answer = Entry { $entry } (request { $request }, part { $part }): { $what } { $whose }
verify-nobodys = It carries nobody’s signature.
verify-whose = It carries the signature of peer { $peer }, { $name }: a fault or a cheat.
verify-whose-order = It carries the signature of peer { $peer }, { $name }, but nobody is proven wrong by it: whoever kept or sent the file may have left out, doubled or moved an entry.
verify-code = { $what } (Code { $code }.)
verify-accused-unknown = Peer { $accuser } accuses an entry that is not in the file (code { $code }).
verify-accused-aside = Peer { $accuser } accused what all agreed to go on before (code { $code }).
verify-accused-founded = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): founded, peer { $accused } was wrong.
verify-accused-unfounded = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): unfounded, peer { $accused } was right.
verify-accused-open = Peer { $accuser } accuses entry { $entry } of peer { $accused } (code { $code }): only its secrets could tell whether rightly.
verify-breach = Answer { $position }: { $what }
verify-talk-split = Line { $line } of the talk, { $name }’s number { $number }, names another line before it than this file has: { $name } said two different things under one number. The game itself is as found.
verify-about = It is about peer { $peers }.
verify-progress = { $done } of { $total }

## borgo table: what happens before the game. A line with ! is a warning.

announced-caller-refused = ! Somebody at { $host } was refused: { $reason }
announced-guest-refused = ! Somebody was turned away ({ $words }): { $reason }
announced-watches = { $who } looks on.
announced-offerstoplay = { $who } looks on and offers to play on for whoever is gone; the words of the key: { $words }
announced-flooded = ! { $who } sent far more than any game needs and was disconnected. It is a fault of that program, or ill will.
announced-unreadable = ! { $who } sent something that cannot be read and was disconnected. The network is not to blame: it is a fault of that program, another version of it, or ill will.
announced-addresses = Your addresses are now { $addresses }.
announced-several = You are in several networks, and others reach you at { $addresses }.
announced-game = The game begins: { $names }.
announced-new = { $name } is new here; the words of the key: { $words }
announced-before = !!   before: { $words }
announced-changed-key = !! { $name } HAS A DIFFERENT KEY FROM BEFORE. This may be somebody else.
announced-now = !!   now:    { $words }
announced-read-aloud = !! Ask { $name } to read the words aloud. Nothing begins until you accept the new key.
gathered-nobody-seated = At the table: { $names }. { $lacking }
gathered-seats = { $seats }. { $lacking } Ready: { $ready }.
gathered-peer = { $name }: { $seats }
gathered-bot = { $name } (bot): { $seats }
gathered-nobody = nobody
gathered-watching = Watching: { $names }.
terms-edition = What is played, and what you sign with your yes: { $edition }.
terms-line = · { $what }: { $value }
terms-delay = What a program answers by itself waits
terms-delay-of = { $milliseconds } ms
terms-yes = yes
terms-no = no

## borgo table: what a person at the terminal is asked and may type.

typed-address = Your address is { $address }.
typed-address-code = Your address is { $address }, code { $code }.
typed-address-alone = Only programs on this machine reach it. “borgo doctor” says whether the machine is in a network.
typed-ready = ready? yes, or leave:
typed-accept = accept the new key of { $name }? accept, or leave:
typed-answer = answer:
typed-number = a number from 1 to { $count }
typed-number-between = “{ $given }” is not a whole number from { $least } to { $most }
typed-number-least = “{ $given }” is not a whole number from { $least } up
typed-help-talk = { $say } TEXT for all, { $whisper } TEXT for the hunter you trade with
typed-help-end = /concede, /end, /end open, /gone PEER, /gone PEER open: end the game; signed, for good
typed-help-absent = /timeout PEER, /takeover PEER, /takeover PEER NAME (by who offers it), /stand-in PEER (by a bot), /agree PEER: go on without somebody
typed-help-again = /again: go on before what was signed wrongly, if all would; signed, for good
typed-refused-nothing-wrong = Nobody has said to go on before anything.
typed-help-leave = /leave: let somebody else play on for you
typed-absence-gone = { $typed } ends the game without { $name }; { $typed } open also opens the cards of all others.
typed-absence-unbegun = { $typed } closes the game, which cannot begin without { $name }.
typed-absence-unsigned = { $typed } closes the game: the result stands, not signed by { $name }.
typed-absence-unaudited = { $typed } closes the game: the result stands, not audited for { $name }.
typed-absence-timed-out = You wait no longer; all others must say so too.
typed-absence-timeout = { $typed } to wait no longer.
typed-absence-agree = { $typed } lets another program play on for { $name }.
typed-absence-agree-named = { $typed } lets { $who } play on for { $name }.
typed-absence-offer = { $typed } lets { $who } do so.
typed-absence-agreed = You agree who plays on for { $name }; all others must too.
typed-absence-open = A hunter’s player can play on for { $name } now.
typed-absence-several = While several are away nobody can be replaced. Wait, or leave and go on another time with --return.
typed-absence-takeover = { $typed } to play on for { $name }, /stand-in { $peer } to let a bot do so.
typed-refused-unasked = Not done: nothing was asked when you typed this, and nothing is kept for later. Ctrl+C ends the program.
typed-refused-unasked-at-table = Not done: nothing was asked when you typed this, and nothing is kept for later. To leave the table, type leave.
typed-refused-no-game = Not done: { $typed } is for a game that is being played.
typed-refused-not-waited = Not done: the game does not wait for anybody with the number { $peer }.
typed-refused-not-replaced = Not done: at this moment of the game nobody can play on for { $name }.
typed-refused-not-open = Not done: first all others must wait no longer for { $name } (/timeout { $peer }).
typed-refused-no-proposal = Not done: no program offers to play on for { $name }.
typed-refused-no-bot = Not done: there is no bot left that could play on for { $name }.
typed-stand-in-comes = A bot is on its way to play on for { $name }; first it goes through the game so far.
typed-refused-no-offer = Not done: nobody here who is called “{ $who }” offers to play on for { $name }.
typed-refused-draculas = Not done: whoever plays Dracula cannot take over a hunter’s place.
typed-refused-leave-dracula = Not done: nobody can play on for Dracula. /concede and /end end the game.
typed-refused-leave-recovery = Not done: at this table nobody can be replaced. /concede and /end end the game.
typed-leaving = You leave for good as soon as you owe nothing; then somebody else can play on for you.
typed-offering = You look on, and offer to play on for whoever is gone. The players see it as soon as your program has gone through the game so far.
typed-named = All agree: you play on for { $name } now.
typed-you-are = You are { $name }: { $words }
typed-no-game = No game: { $reason }
typed-which-game = Which game?
typed-passphrase-made = The passphrase of this table: { $phrase }
typed-passphrase-yours = Your passphrase:
typed-passphrase-table = The five words of the table:
typed-passphrase-now = The passphrase now:
typed-passphrase-new = The new passphrase (nothing: the one that was made):
typed-passphrase-again = Once more:
typed-backup = The words of your backup:
typed-backup-made = The words of your backup, which cannot be recovered if they are lost: { $phrase }
    With them, and “borgo table --restore”, you can go on on another machine.
typed-backup-none = No backup: whoever goes on from one comes as an onlooker, and at this table nobody may look on.
waiting-game = { $count ->
    [one] { $when }  { $names }; { $edition }, one answer
   *[other] { $when }  { $names }; { $edition }, { $count } answers
}
waiting-game-stopped = { $game }; stopped by what { $name } signed wrongly: whoever goes back to it would go on before that
typed-go-on = Would you? It is signed, and takes everybody. Type yes; or end, to go back to it without that and end it together with /end:
typed-can-go-on = If all of you would, { $who } too, the game can go on before that: each with “borgo table --return”.
bot-name = { $number ->
    [one] { $name }’s bot
   *[other] { $name }’s bot { $number }
}
typed-game-kept = The game is kept in { $path }.

## borgo table: for whom the game waits.

waited-for = Waiting for { $names }.
waited-away = Away: { $names }.
waited-unlinked = { $seconds ->
    [0] not connected
   *[other] not connected for { $seconds } s
}
waited-since = { $seconds } s
waited-left = { $seconds } s left
