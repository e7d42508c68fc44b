# What went wrong, by the id that the fault carries. $why is what the system or another fault says.

error-other = { $detail }

## Tables and connections.

error-not-let-in = { $table }: { $why }
error-no-table-named = There is no table “{ $name }” on this network. “borgo doctor” says why a table may not be found.
error-no-table-there = Nobody answers at { $address }. “borgo doctor” says what may be in the way.
error-nobody-there = Nobody answers at { $address }.
error-no-word = Somebody is at { $address }, but says nothing of a table.
error-went-away = Whoever was asked went away.
error-call-refused = No connection. { $why }
error-not-announced = The table cannot be announced: { $why }
error-no-network = Tables cannot be found automatically here: no network of this machine allows it.
error-no-looking = Tables cannot be found automatically here: { $why }
error-no-listening = This machine cannot wait for connections at { $address }: { $why }
error-no-such-interface = This machine has no address “{ $interface }”; it has { $known }.
error-no-name-said = Say who you are: --name
error-nobody-killed = --all-at-once kills nobody by itself: say after how many entries, with --kill-every
error-no-way-said = Say how you come to the table: --open, --find, --join or --return
error-join-in-vain = --join goes to a table that is open already: not with --open, --list or --return
error-json-in-vain = --json is for --list alone
error-option-needs = { $option } does nothing without { $needs }.
error-passphrase-unsaid = No passphrase was typed: only whoever opens a table gets a new one.
error-passphrase-is-made = The passphrase of a new table is made by the program: leave out the words.
error-keeper-gone = Whoever keeps this bot is gone.
error-nobody-typing = Nobody is at the terminal any longer.
error-code-letter = “{ $code }” is no code: “{ $letter }” occurs in none.
error-code-length = { $count ->
    [one] “{ $code }” is no code: it has one letter, and a code has 10 or 11.
   *[other] “{ $code }” is no code: it has { $count } letters, and a code has 10 or 11.
}
error-code-mistyped = “{ $code }” is mistyped: the last letter does not fit the others.
error-code-mistyped-start = “{ $code }” is mistyped: a code begins with a digit from 0 to 7.
error-code-mistyped-address = “{ $code }” is mistyped: { $address } is not the address of a table.
error-code-no-address = “{ $code }” is neither HOST:PORT nor a code of a table.
error-unsafe-library = The library for cryptography on this machine does not refuse what it must (self-test “{ $test }”). With it nobody can play or judge fairly: install PyNaCl 1.6.2 or newer.
error-not-gone-on = The game stays as it is: you did not say yes.
error-no-game-waits = There is no game to go back to: none of yours was broken off, or stopped where all could go on.
error-game-not-waiting = This game is not waiting any more.
error-no-such-game-waits = “{ $wanted }” names none of the games that wait:
    { $games }
error-restore-way = A game is restored from those who play it: say --find or --join.
error-restore-failed = The game cannot be restored. { $why }
error-stand-in-way = Whoever stands in comes to a game that is played: say --find or --join.
error-stand-in-vain = --stand-in plays on in the place of whoever is gone, as that is: leave out { $option }.
error-backup-too-late = A backup is made when a game begins: leave out --backup.
error-backup-onlookers = Whoever restores comes as an onlooker: --backup needs --onlookers.
error-backup-no-game = No game was found there that could be continued.
error-backup-none = No player of this game has left a backup.
error-backup-in-use = This place is being played at this moment, on another computer. Leave the game there first.
error-backup-not-opened = These words open no backup of this game. Are they all there, in order?

## Keys and passphrases.

error-key-unreadable = { $path } cannot be read: { $why }
error-key-unwritable = { $path } cannot be written: { $why }
error-key-too-long = { $path } is too long to be a key.
error-key-no-file = { $path } is not a file.
error-key-open-to-others = { $path } can be read by others, who may know the key in it. If you are sure that nobody has read it: chmod 600 { $path }
error-key-locked = { $path } is locked with a passphrase.
error-key-cut-short = { $path } is cut short.
error-key-not-opened = The passphrase does not open { $path }.
error-key-of-another = { $path } is the key of another player: give a folder of its own to go on in.
error-key-missing = { $path } is not there.
error-key-not-ours = { $path } holds no Ed25519 key.
error-key-of-no-store = { $path } does not hold the key of a store.
error-passphrase-no-terminal = Your key is locked with a passphrase: start this in a terminal.
error-passphrase-untyped = A new passphrase is typed in a terminal: start this in one, or let the program make it with --made.
error-passphrase-twice = The passphrase was not the same both times; nothing was changed.
error-passphrase-short = Whoever has your files finds this passphrase within hours: take at least { $letters } letters, or better the seven words that are made for you. Nothing was changed.

## The file of a player’s games.

error-store-full = The disk is full: { $path } cannot grow.
error-store-read-only = { $path } may not be written.
error-store-folder-closed = The folder of { $path } may not be written.
error-store-no-writing = { $path } cannot be opened to write: { $why }
error-store-damaged = { $path } is damaged ({ $why }).
error-store-log-damaged = { $path }-wal is damaged. It was copied, with { $path }, as { $why } and { $why }-wal; what is sound of it is kept. Start again to go on with that: if a game is not over, go back to it, and the others bring what is missing.
error-store-not-ours = { $path } is damaged or was not made by Borgo.
error-store-in-use = { $path } is in use by another Borgo.
error-store-unopened = { $path } cannot be opened: { $why }
error-store-broken = { $path } does not work: { $why }
error-store-too-new = { $path } was written by a later Borgo: it has version { $theirs } of its form; this program knows it up to version { $ours }. Update this program.
error-store-sealed = A secret in { $path } cannot be opened with this key.
error-store-game-differs = The game in the store is damaged: it is not what was played.
error-answered-already = This question has been answered already, in another way.
error-store-game-damaged = The game in the store is damaged: its entries do not fit together.

## Files of games and records.

error-game-unreadable = { $path } cannot be read: { $why }
error-game-no-file = { $path } is not a file.
error-game-too-long = { $path } is longer than any game, which has at most { $most } bytes.
error-game-longer = The file has { $size } bytes; a game has at most { $most }.
error-game-none = This is not a Borgo game: it does not begin like one.
error-game-endless = The file stops before its closing part: it is truncated.
error-game-truncated = The file ends inside frame { $frame } at byte { $at }: it is truncated.
error-game-no-parent = The end of the file does not say what it stands on.
error-game-after-end = There are bytes after the end of the game.
error-game-frames = The file has more than { $most } frames.
error-game-frame-size = Frame { $frame } at byte { $at } claims { $size } bytes.
error-game-frame-kind = Frame { $frame } at byte { $at } has the unknown kind { $kind }.
error-game-unsigned = This is not the game of a table: it has no signed set-up.
error-game-setups = The file has { $count } signed set-ups; the game of a table has one.
error-game-mixed = The file mixes the game of a table with an unsigned record.
error-game-notes = The file has { $count } notes beside the game; a table has at most { $most }.
error-game-lines = The file has { $count } lines of talk; a table has at most { $most }.
error-game-order = The frames of the file are not in their order.
error-game-setup = The set-up is not one that its players signed.
error-game-entry = Entry { $entry } is wrong; “borgo verify” says how.
error-game-elsewhere = { $path } is not a game of this folder.
error-game-not-stored = This game is not in the store any more.
error-game-bad = { $path }: { $why }
error-game-is-over = The game is over and takes no more answers.
error-illegal-answer = It does not answer what was asked.
error-record-rules = There never was a version { $rules } of the rules.
error-too-new-rules = This game is played by version { $theirs } of the rules; this program knows them up to version { $ours }. Update this program.
error-too-new-protocol = This game is of version { $theirs } of the protocol; this program knows it up to version { $ours }. Update this program.
error-too-new-file = This game was written by a later Borgo: the file has version { $theirs } of its form; this program knows it up to version { $ours }. Update this program.
error-record-after-end = Answer { $answer } comes after the end of the game.
error-record-illegal = Answer { $answer } is not legal. { $why }
error-record-unplayable = Answer { $answer } cannot be played.
error-record-no-position = There is no step { $position }: the game has { $most }.
error-record-part-misplaced = Part { $part } of the record, “{ $name }”, is out of its place.
error-record-part = Part { $part } of the record, “{ $name }”, is not what it should be: { $why }
error-record-too-many = “{ $name }” in this record is longer than in any game, which has at most { $most }.
error-record-no-setup = The record has no set-up.
error-record-frame-unreadable = Frame { $frame } cannot be read: { $why }
error-record-frame-strange = Frame { $frame } is not part of a record.
error-record-altered = The file was altered: its end does not fit what comes before.

## What is to be played.

error-bad-set-up = This cannot be played. { $why }
error-no-such-seat = There is no seat “{ $name }”; the seats are { $seats }.
error-dracula-and-hunters = Whoever plays Dracula plays no hunter as well: leave the one or the others out of the seats.
error-no-such-preset = There are no rules “{ $preset }”; there are { $known }.
error-no-such-switch = There is no switch “{ $switch }” of the rules; there are { $known }.
error-no-such-position = The switch { $switch } cannot be “{ $value }”; it can be { $known }.
error-switch-not-set = A switch is set as SWITCH=VALUE, not as “{ $given }”.
error-setup-players = The game is for two to five players, not for { $count }.
error-setup-seats = The seats { $seats } do not make a table.
error-setup-all-four = All four hunters are in play, so each needs a player.
error-setup-one-each = With one hunter for each player nobody plays two characters.
error-setup-no-hunter = “{ $seat }” is not a hunter; the hunters are { $known }.
error-setup-no-hunters = A game needs at least one hunter.

## Settings and the window.

error-settings-unreadable = { $path } cannot be read: { $why }
error-settings-bad = { $path } cannot be used. It is kept as { $kept }. What is wrong: { $why }
error-settings-moment = There is no moment “{ $moment }”.
error-settings-language = There is no language “{ $language }” here.
error-settings-field = “{ $field }” cannot be “{ $value }”.
error-no-display = There is no display to open the window on. “borgo night” plays a whole game between peers without one, “borgo watch” tells one, “borgo --help” lists everything else.
error-broken-qt = The installed PySide6 loses references and would crash on this Python: install PySide6-Essentials 6.11 (below 6.12), as packaging/setup does.

## Commands.

error-file-unwritable = { $path } cannot be written: { $why }
error-output-unwritable = What this command says cannot be written: { $why }
error-no-such-clause = No clause is called “{ $name }” or begins with “{ $name }.”.
error-clauses-unreadable = The clauses cannot be read: { $why }
error-peer-failed = Peer { $number } ended with status { $status }:
    { $said }
error-peer-stays = Peer { $number } was asked to end, and had not ended after { $seconds } seconds.
error-peers-slow = The game took longer than { $seconds } seconds.
error-shot-seat = --as takes hunters or one of { $seats }.
error-shot-screen = There is no screen “{ $name }”; there are { $screens }.
error-shot-told = This screen cannot be told “{ $name }”, only { $known }.
error-shot-never = For this seat the game does not come to this screen; with another --seed or --as it may.
error-shot-unwritable = { $path } cannot be written.
error-no-such-cheat = There is no cheat “{ $name }”; “borgo cheats” lists them all.
error-cheats-without-moment = No game had a moment for { $names }.
error-no-such-group = There is no group “{ $name }”: { $why }
error-windows-stuck = The window makes no progress.
error-no-namespaces = This system allows no network namespaces here: { $why }
error-no-namespaces-tool = Network namespaces need Linux and the program { $tool }.
error-no-namespaces-command = “{ $command }” does not work here: { $why }
error-no-memory = The memory of process { $process } cannot be read here: { $why }
error-no-memory-system = The memory of other programs can be read on Linux only.
error-no-network-card = A virtual network card cannot be made here: { $why }
error-bad-scenario = { $detail }
