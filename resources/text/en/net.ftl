# What peers, tables, files and the store say: reasons by their ids, and faults by their kind.

## Why somebody is not at a table, or a table cannot begin. $number is a version, $who a player.

peer-number = Player { $number }

reason-begun = The game has begun without you.
reason-bot-across = A bot is kept by a player of the other side, and the table does not allow that.
reason-two-cannot-recover = With two players nobody can be replaced.
reason-can-begin = Everything is ready.
reason-bot-keeps-bot = A bot cannot keep a bot.
reason-full = The table is full.
reason-key-changed = Somebody has a known name and another key: compare the words, then accept it.
reason-left = You left the table.
reason-misstated = The set-up does not say of you what you said.
reason-never-begun = The others never began this game.
reason-no-dracula = Nobody plays Dracula.
reason-no-onlookers = This table has no onlookers.
reason-no-passphrase-here = The table has no passphrase.
reason-no-seat = You have no seat.
reason-no-table = Nobody answers there.
reason-nobody-seated = A game needs two players with a seat.
reason-not-every-switch = The table knows other switches of the rules. Update both programs.
reason-not-our-bot = The set-up says that you keep a bot which you did not start.
reason-not-signed-here = A game has begun with your key that is not stored here.
reason-onlookers-full = There are as many onlookers as the table allows.
reason-other-cards-or-map = The table plays with other cards or another map. Update both programs.
reason-other-protocol = The other program speaks version { $number } of the protocol. Update the older one.
reason-other-rules = The other program plays version { $number } of the rules. Update the older one.
reason-other-version = The other program speaks another version of the protocol. Update the older one.
reason-passphrase-needed = The table has a passphrase, and none was given.
reason-seats-free = Some seats are free.
reason-table-gone = The table is gone: nobody else is there.
reason-unknown-rule-set = The table plays by rules that this program does not know. Update it.
reason-unplayable = This program cannot play such a table.
reason-unreadable-offer = The set-up cannot be read: the other program has another version.
reason-wrong-passphrase = The passphrase is wrong.

## Why there is no connection, or is none any more.

reason-no-such-table = There is no such table at this address any more.
reason-tampered = Somebody between you and the table altered the greeting.
reason-bad-identity = The other side could not prove its key.
reason-other-identity = Somebody else answers at this address now.
reason-ourselves = That is your own table.
reason-ended = The other side went away.
reason-silent = There has been no sign of life.
reason-broken = Something came that does not belong to this connection.
reason-slow = The other side does not take what is sent.
reason-closed = The connection was closed.
reason-replaced = Another connection took over.

## How a game ended between the peers.

reason-over = The game is over.
reason-agreed = All agreed to end the game.
reason-conceded-dracula = Dracula gave up.
reason-conceded-hunters = The hunters gave up.
reason-abandoned = { $who } is gone, and the others ended the game.
reason-broken-off = Several players are gone. The game waits to be gone back to.
reason-accused = { $who } is accused: a signed move was wrong.
reason-recovery-complaint = { $who } could not use what { $other } sent to replace a lost key; the game stopped.
reason-state-differs = The board of { $who } is another than yours. One of the programs has a fault.

## Accusations: what was wrong with a signed move.

accusation-1 = It was not well formed.
accusation-2 = It held a number that cannot be.
accusation-3 = Its proof does not hold.
accusation-4 = What was opened is not what was sealed.
accusation-5 = The same question was answered twice, in two ways.
accusation-6 = It came out of turn.
accusation-7 = It broke a rule of the game.
accusation-8 = It does not fit the secrets opened at the end.
accusation-9 = It did not come in time.
accusation-unfounded = { $accuser } accused { $accused }. It was checked, and nothing was wrong.
accusation-founded = { $accused } signed something wrong: { $what }

## Talk that was not sent, or that is odd.

unsaid-not-sayable = Not said: a line has at most 500 plain letters.
unsaid-no-trade = Not said: only two hunters in a trade may talk in private.
unsaid-too-soon = Too soon: somebody must be away for a minute, or the time for the move be over.
unsaid-too-much = Not said: that is too much at once.
odd-gap = Lines of this player before it are missing.
odd-twice = This player has said something else in the same place to others.

## Who somebody is to us.

acquaintance-new = { $name } is new here.
acquaintance-known = { $name } is known to you.
acquaintance-renamed = { $name } is known to you as { $before }.
acquaintance-changed-key = { $name } has another key than before. This may be somebody else: compare the words.

## The verdict on a game’s file.

line-signatures = Signatures
    .means = Every entry was signed by the player it names, and nobody else could have.
line-chain = The chain of entries
    .means = Nothing was left out, put in or changed afterwards: each entry stands on those before it.
line-shuffles = Shuffles
    .means = All players mixed every deck, and no card was added, lost or seen.
line-proofs = Proofs
    .means = Every dealt, turned up and hidden card is what the rules allow, without being shown.
line-seals-and-openings = Seals and openings
    .means = What was opened later is what had been sealed before.
line-rules = Rules
    .means = Every answer was one that the rules allowed at its time.

verdict-clean = Clean: every signature, proof and rule holds.
verdict-violation = A violation was found.
verdict-unfinished = Unfinished; nothing wrong so far.
verdict-unaudited = Nothing wrong; the secrets of some players were not opened.
verdict-irreproducible = Clean, but the randomness of some players cannot be made again.
verdict-unsigned = Unsigned: played on one machine. The rules hold.
verdict-unsigned-unfinished = Unsigned and not over. The rules hold so far.

## Faults, by their kind. $detail is what the machine says of it.

error-not-let-in = { $table }: { $why }
error-no-table-named = There is no table “{ $name }” on this network. “borgo doctor” says why a table may not be found.
error-no-table-there = Nobody answers at { $address }. “borgo doctor” says what may be in the way.
error-nobody-there = Nobody answers at { $address }.
error-no-word = Somebody is at { $address }, but says nothing of a table.
error-went-away = Whoever was asked went away.
error-call-refused = No connection. { $why }
error-not-announced = The table cannot be announced: { $why }
error-no-network = Tables cannot be found by themselves here: no network of this machine allows it.
error-no-looking = Tables cannot be found by themselves here: { $why }
error-no-listening = This machine cannot wait for connections: { $why }
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
error-key-of-no-store = { $path } holds no key of a store.
error-store-full = The disk is full: { $path } cannot grow.
error-store-read-only = { $path } may not be written.
error-store-folder-closed = The folder of { $path } may not be written.
error-store-no-writing = { $path } cannot be opened to write: { $why }
error-store-damaged = { $path } is damaged ({ $why }).
error-store-not-ours = { $path } is damaged or was not made by Borgo.
error-store-in-use = { $path } is in use by another Borgo.
error-store-unopened = { $path } cannot be opened: { $why }
error-store-broken = { $path } does not work: { $why }
error-store-too-new = { $path } was made by a later Borgo; this one cannot read it.
error-store-sealed = A secret in { $path } cannot be opened with this key.
error-store-game-damaged = The game in the store is damaged: { $why }
error-store-game-differs = The game in the store is damaged: it is not what was played.
error-answered-already = This question has been answered already, in another way.
error-game-unreadable = { $path } cannot be read: { $why }
error-game-too-long = { $path } is longer than any game, which has at most { $most } bytes.
error-game-longer = The file has { $size } bytes; a game has at most { $most }.
error-game-none = This is no Borgo game: it does not begin like one.
error-game-endless = The file ends without an end: it is truncated.
error-game-truncated = The file ends inside frame { $frame } at byte { $at }: it is truncated.
error-game-no-parent = The end of the file does not say what it stands on.
error-game-after-end = There are bytes after the end of the game.
error-game-frames = The file has more than { $most } frames.
error-game-frame-size = Frame { $frame } at byte { $at } claims { $size } bytes.
error-game-frame-kind = Frame { $frame } at byte { $at } has the unknown kind { $kind }.
error-game-setup = The set-up is not one that its players signed ({ $why }).
error-game-unsigned = This is not the game of a table: it has no signed set-up.
error-game-order = The frames of the file are not in their order.
error-bad-set-up = This cannot be played. { $why }
error-no-such-seat = There is no seat “{ $name }”; the seats are { $seats }.
error-unreachable = Nobody answers there. { $detail }
error-cannot_listen = This machine cannot wait for connections. { $detail }
error-no_table = No table was found. { $detail }
error-no_answer = Somebody is there, but says nothing of a table. { $detail }
error-turned_away = No connection. { $detail }
error-no_discovery = Tables cannot be found by themselves on this network. { $detail }
error-nothing_to_return_to = No game waits to be ended.
error-bad_private_file = A file with a key cannot be used. { $detail }
error-passphrase_needed = The key is locked with a passphrase. { $detail }
error-wrong_passphrase = The passphrase does not fit. { $detail }
error-store_full = The disk is full. { $detail }
error-store_read_only = The games’ file may not be written. { $detail }
error-store_damaged = The games’ file is damaged. { $detail }
error-store_in_use = Another Borgo is running. { $detail }
error-store_too_new = The games’ file was made by a later Borgo. { $detail }
error-store_unusable = The games’ file cannot be used. { $detail }
error-bad_game_file = This is not a whole game. { $detail }
error-bad_record = This record cannot be read. { $detail }
error-bad_setup = This cannot be played. { $detail }
error-unknown_switch = There is no such rule to choose. { $detail }
error-bad_switch_value = A rule cannot be set like that. { $detail }
error-other = { $detail }

## Wishes to end a game before its time.

wish-conceded-dracula = { $name } gives up for Dracula.
wish-conceded-hunters = { $name } gives up for the hunters. All of their players must.
wish-agreed = { $name } wants to end without a winner. All must agree.
wish-abandoned = { $name } holds that player { $number } has gone, and wants to end. All others must agree.

## Why no table is found on this network, and what to do about it.

ailment-healthy = Nothing is wrong here: tables are found.
    .remedy = If one table is missing, ask there for its code and look for it by that.
ailment-no-interface = This machine is in no network.
    .remedy = Plug in the cable, join the wireless network, or switch on a hotspot.
ailment-multicast-not-allowed = The system does not let programs speak to all machines of a network.
    .remedy = Join by the code that the other screen shows.
ailment-incoming-blocked = A firewall on this machine blocks what comes in.
    .remedy = Let in UDP port 5353 and TCP port { $port }; or join by code, which only goes out.
ailment-port-taken = Port { $port } is taken, perhaps by a table that is open on this machine.
    .remedy = A new table will use another port, for which no rule of a firewall was written.
ailment-nothing-heard = No table is heard. Perhaps none is open, or the network does not carry announcements.
    .remedy = Have somebody open a table and ask for its code: with that one can tell which it is.
ailment-multicast-blocked = The table at { $about } answers, but the network does not carry its announcement.
    .remedy = Join by its code.
ailment-port-closed = Nobody replies at { $about }: a firewall on that machine drops the call, or it is off.
    .remedy = Let in TCP port { $port } there. Or open the table here and let them join.
ailment-nothing-there = The machine of { $about } is there, but no table is at that port.
    .remedy = Check the code; the table may be closed or at another port.
ailment-isolated = The machine of { $about } cannot be reached: it is off, or the network keeps its machines apart.
    .remedy = Use another network, a cable or a hotspot.
ailment-other-network = { $about } is not in a network of this machine, and there is no way to it.
    .remedy = Join the same network, or check the code.
ailment-version-mismatch = { $about } speaks another version than this program.
    .remedy = Update the older program.
ailment-table-dead = The table { $about } is announced, but nobody answers there.
    .remedy = If it is still open there, ask for its code and join by that.
