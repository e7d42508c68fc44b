# What peers and tables say: reasons by their ids, talk, verdicts, what is wrong with a network.

## Why somebody is not at a table, or a table cannot begin. $number is a version, $who a player.

peer-number = Player { $number }

reason-begun = The game at this table has already begun.
reason-bot-across = A bot is kept by a player of the other side, and the table does not allow that.
reason-two-cannot-recover = With two players nobody can be replaced.
reason-can-begin = Everything is ready.
reason-bot-keeps-bot = A bot cannot keep a bot.
reason-differing-protocol = The two programs speak different versions of the protocol (yours { $ours }, theirs { $theirs }): update the older one, { $older ->
    [yours] yours
   *[theirs] theirs
}.
reason-differing-rules = The two programs play different versions of the rules (yours { $ours }, theirs { $theirs }): update the older one, { $older ->
    [yours] yours
   *[theirs] theirs
}.
reason-full = The table is full.
reason-key-changed = Somebody has a name you know but a different key: compare the words, then accept it.
reason-left = You left the table.
reason-misstated = The set-up says something about you that you did not say.
reason-never-begun = The others never began this game.
reason-no-dracula = Nobody plays Dracula.
reason-no-greeting = No greeting came in time.
reason-no-onlookers = This table has no onlookers.
reason-no-passphrase-here = The table has no passphrase.
reason-no-seat = You have no seat.
reason-no-such-numbers = The set-up names a version of the rules or of the protocol that there never was.
reason-no-table = Nobody answers there.
reason-nobody-seated = A game needs two players with a seat.
reason-not-every-switch = The table knows other switches of the rules. Update both programs.
reason-not-our-bot = The set-up says that you keep a bot which you did not start.
reason-not-reached = Others at the table can reach whoever proposes the set-up, but you cannot: your machines may be in different networks. “borgo doctor” says more.
reason-not-signed-here = A game has begun with your key that is not stored here.
reason-on-the-way = Whoever proposes the set-up is being called.
reason-onlookers-full = There are as many onlookers as the table allows.
reason-one-hunter-each = By the rules chosen here nobody plays two hunters, and somebody has more than one.
reason-other-cards-or-map = The table plays with other cards or another map. Update both programs.
reason-other-protocol = One of the two programs speaks version { $number } of the protocol, the other does not. Update the older one.
reason-other-rules = One of the two programs plays version { $number } of the rules, the other does not. Update the older one.
reason-other-version = The other program speaks another version of the protocol. Update the older one.
reason-passphrase-needed = The table has a passphrase, and none was given.
reason-seats-free = Some seats are free.
reason-strange-refusal = The other program gave a reason that this one does not know.
reason-stand-in-lost = A place was given to you that this program has no keys for: they were made in another folder (--home).
reason-stand-in-plays = You have, or had, a place in this game already. If it is yours still, go back to it with --return.
reason-stand-in-recovery = At this table nobody can be replaced.
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
reason-slow = The other side is not taking in what is sent.
reason-flooding = The other side sends more than anybody could need.
reason-unreadable = The other side sends something that cannot be read.
reason-closed = The connection was closed.
reason-replaced = Another connection took over.

## How a game ended between the peers.

reason-over = The game is over.
reason-agreed = All agreed to end the game.
reason-conceded-dracula = Dracula gave up.
reason-conceded-hunters = The hunters gave up.
reason-abandoned = { $who } is gone, and the others ended the game.
reason-unbegun = The game could not begin: there was no answer from { $all }.
reason-unsigned = The end was not signed by { $all }.
reason-unaudited = What was secret was not opened by { $all }.
reason-broken-off = Several players are gone. The game waits for its players to return.
reason-accused = { $who } has lost this game: a signed move was wrong, by a fault of that program or a cheat. What becomes of the evening is for all of you to say.
reason-recovery-complaint = { $who } could not use what { $other } sent to replace a lost key; the game stopped.
reason-own-differs = Two different answers to one question carry your signature, and only one of them was made here. The folder of this player may be an old copy, or somebody else has your key. Nothing more is signed here; both answers are kept with the game.
reason-state-differs = The board of { $who } differs from yours. One of the programs has a fault.

## Accusations: what was wrong with a signed move.

accusation-1 = It was not well formed.
accusation-2 = It held a number that cannot be.
accusation-3 = Its proof does not hold.
accusation-4 = What was opened is not what was sealed.
accusation-5 = The same question was answered twice, in two ways.
accusation-6 = It came out of turn.
accusation-7 = It does not follow from the rules of the game.
accusation-8 = It does not fit the secrets opened at the end.
accusation-9 = It did not come in time.
accusation-unfounded = { $accuser } accused { $accused }. It was checked, and nothing was wrong.
accusation-founded = { $accused } signed something wrong: { $what }

## Talk that is odd.

odd-gap = Lines of this player before it are missing.
odd-twice = This player has said something else in the same place to others.

## Who somebody is to us.

acquaintance-new = { $name } is new here.
acquaintance-known = { $name } is known to you.
acquaintance-renamed = { $name } is known to you as { $before }.
acquaintance-changed-key = { $name } has a different key from before. This may be somebody else: compare the words.

## The verdict on a game’s file.

line-signatures = Signatures
    .means = Every entry was signed by the player it names, and nobody else could have.
line-chain = The chain of entries
    .means = Nothing was left out, put in or changed afterwards: each entry stands on those before it.
line-shuffles = Shuffles
    .means = All players mixed every deck, and no card was added, lost or seen.
line-proofs = Proofs
    .means = Every card dealt, turned up or hidden was one the rules allow, proved without being shown.
line-seals-and-openings = Seals and openings
    .means = What was opened later is what had been sealed before.
line-rules = Rules
    .means = Every answer was one that the rules allowed at that moment.

verdict-clean = Clean: every signature, proof and rule holds.
verdict-violation = A violation was found.
verdict-unfinished = Unfinished; nothing wrong so far.
verdict-not-signed = Nothing wrong; the end was not signed by all players.
verdict-unaudited = Nothing wrong; the secrets of some players were not opened.
verdict-irreproducible = Clean, but the randomness of some players cannot be made again.
verdict-unsigned = Unsigned: played on one machine. The rules hold.
verdict-unsigned-unfinished = Unsigned and not over. The rules hold so far.

## The first thing that is wrong in a file, where the code of an accusation does not say it.

violation-twice = It stands in the file twice.
violation-other-game = It belongs to another game.
violation-other-state = It was signed over another state of the game.
violation-no-request = It answers no request.
violation-other-parent = It does not stand on the entries before it.
violation-out-of-order = An entry of request { $request } belongs here: one is missing or out of order.
violation-unsigned = It claims to be from peer { $peer }, but is not signed with that key.
violation-unplayable = It cannot be played.
violation-without-ground = It builds on an entry that is missing.
violation-other-end = The end does not stand on the entries before it.
violation-out-of-place = It does not belong to what came of it, or not in this place.
violation-shown = It was shown to one player alone, who accused it, and the secrets of who signed it give another thing.
violation-bad-note = Note { $note } beside the entries is no note of a player of this table.
violation-bad-line = Line { $line } of the talk is not what anybody said.
violation-record-illegal = It does not answer what was asked.
violation-record-after-end = It comes after the end of the game.
violation-record-unplayable = It cannot be played.
violation-breach = { $seat } was not allowed to answer so: { $why }

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
ailment-unknown-name = No machine is known here by the name in { $about }: it is mistyped, or this network does not know it.
    .remedy = Ask for the code of the table: it has the address in it.
ailment-version-mismatch = { $about } speaks a different version from this program.
    .remedy = Update the older program.
ailment-table-dead = The table { $about } is announced, but nobody answers there.
    .remedy = If it is still open there, ask for its code and look for it by that.
