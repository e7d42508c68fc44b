"""Every bound on what a peer may send and on how long it is waited for, with its reason."""

# E-5: the largest public set a proof is about. A proof's length grows with it, and its checking.
LARGEST_SET = 4096

# E-5: the longest list in a body, and as many shuffle generators as there are. Each item costs the
# receiver a multiplication on the curve.
LONGEST_LIST = 128

# 22.14: a body; with its entry, frame and channel it stays below the 65,535 bytes of one Noise
# message, so that nothing is ever cut in pieces and no half message waits in memory.
LONGEST_BODY = 61_440

# 22.4: an open answer. The longest real one is a few hundred bytes.
LONGEST_ANSWER = 4096

# 22.7: a seat's standing passes, one for each moment; a game has some thirty moments.
MOST_STANDING_CHANGES = 64

# K-5: a sealed seed is about 150 bytes; others keep it for its owner.
LONGEST_BACKUP = 256

# K-6: t of at most three other hunter peers.
HIGHEST_THRESHOLD = 2

# The game is for five; a receiver keeps something for each peer.
MOST_PEERS = 5

# 22.14: onlookers cost every entry once more in sending.
MOST_ONLOOKERS = 8

# L-1: header and signature around a body.
ENTRY_HEADER = 4 + 1 + 1 + 32 + 4 + 4 + 2 + 1 + 32 + 32 + 4
ENTRY_SIGNATURE = 64
LONGEST_ENTRY = ENTRY_HEADER + LONGEST_BODY + ENTRY_SIGNATURE

# L-9: control entries stand apart from the parts of a request.
FIRST_CONTROL_PART = 0x8000

# A FINAL that ends a game before its rules do stands apart from the parts of the request it
# interrupts, at this part and its peer's number.
FIRST_FINAL_PART = 0x4000

# A RESUME that sets a request aside stands apart in the same way (net/game/redo.py).
FIRST_RESUMED_PART = 0x6000

# What a player would go on before, as long as the others have not all said so too.
MOST_RESUME_WISHES = 8

# RESUMEs of one peer that are kept in an epoch: an honest one signs one, and of somebody who was
# brought to sign another by a restored disk a few. Each is told to a player, written and brought to
# whoever comes back; without a bound they were looked through after everything that happened.
MOST_RESUMES = 8

# 22.11: a part must fit the index of a context, 256 · part + number.
MOST_PARTS = 256

# 22.9: entries held because what they stand on is missing. An honest peer is never so far ahead,
# and a dishonest one could fill the memory with entries nobody can judge.
MOST_HELD = 64

# Control entries (L-9) of one peer: an honest one sends a handful in a whole evening.
MOST_CONTROL = 256

# K-5: backups of one peer. An honest one makes one, and a second if what it signed was lost; each
# costs whoever goes on from the words of one half a second (Argon2id) before its own is tried.
MOST_BACKUPS = 2

# One message: an entry with a few bytes of envelope. Judged before a byte of it is decoded.
LONGEST_MESSAGE = LONGEST_ENTRY + 64

# The same with the channel's authenticator; judged before it is decrypted.
LONGEST_SEALED = LONGEST_MESSAGE + 16

# Until a handshake is done: its second message is the longest, with two keys, an identity, its
# signature and two authenticators. Whoever has proved nothing makes us keep no more than this.
LONGEST_HANDSHAKE_FRAME = 2 * 32 + 32 + 64 + 2 * 16

# One frame on the stream: a message with the channel's 16-byte authenticator. Two bytes of length
# could not say more.
LONGEST_FRAME = 65_535

# 22.14: a chat line, in characters.
LONGEST_LINE = 500

# 22.14: lines one peer may say at once, then so many a second, and in a whole game: people do not
# type faster, and a program that does fills nobody's memory, file or screen. Who was away may hear
# more at once: what was said meanwhile.
LINES_AT_ONCE = 10
LINES_CAUGHT_UP = 100
LINES_PER_SECOND = 1.0
MOST_LINES = 2000

# 22.9: a public state, to be compared. The largest of a played game has about 8,000 bytes.
LONGEST_STATE = 32_768

# 22.9: states of requests before the pending one, for whoever found its own to be another. A peer
# is never further ahead of another than the answers it can give without it.
MOST_STATES = 64

# A shown name of a player or table: it goes on a button.
LONGEST_NAME = 40

# Marks on one letter of shown text: no script needs more, and a pile of them climbs into the lines
# above.
MOST_MARKS = 3

# Entries asked for in one message, and heads told in one: an honest peer asks again for more.
MOST_WANTED = 256

# A set-up (22.10): five peers, a few dozen switches.
LONGEST_SETUP = 16_384

# The same with five signatures around it.
LONGEST_SIGNED_SETUP = LONGEST_SETUP + 1024

# 22.12: the file. A game is about 3 MB; a hostile file is refused before it fills the memory.
LONGEST_FILE = 32 * 1024 * 1024
MOST_FILE_FRAMES = 100_000
LONGEST_FILE_FRAME = 66_000

# The same for what stands beside the entries: what the peers of a table can say there. Each piece
# is a signature to check, and a line to show.
MOST_FILE_NOTES = MOST_PEERS * MOST_CONTROL
MOST_FILE_LINES = MOST_PEERS * MOST_LINES

# A word that travels: an id, an address, the name or the value of a switch. The longest of our own
# has about 40 letters.
LONGEST_WORD = 64

# A set-up's switches; the game has some forty.
MOST_SWITCHES = 128

# 22.5: the fixed delay of answers; more than ten seconds each would be an evening of waiting.
LONGEST_DELAY_MS = 10_000

# 22.15: the move clock; a game that waits a day for one move needs none.
LONGEST_CLOCK_S = 86_400

# What somebody may say before a game that makes us speak to all, at once and then a second: people
# do not click faster, and what is said to all because of one must not look like a flood of ours.
CHANGES_AT_ONCE = 100
CHANGES_PER_SECOND = 10.0

# How often whoever proposes is called in vain while others say that it is there: it may have gone
# the first time, and they not have noticed.
MOST_MISSED = 2

# Seconds that whoever proposes calls those who did before it, once a second each: a network that
# stalled, a router that starts again and a machine that was asleep are back in less; a program that
# crashed is started again by somebody, and comes by itself.
SEEKING_S = 300.0

# Marks kept of set-ups we have not seen yet: a table of five needs five, and each change of a
# set-up that is still on its way some more.
MOST_EARLY_MARKS = 64

# Messages of a game that others have begun before us, kept until we have: its first requests.
MOST_EARLY_MESSAGES = 256

# Whispers of one peer that are ahead of the trade they belong to.
MOST_EARLY_WHISPERS = 8

# Bytes sent in answer to one question: far less than what a channel lets wait.
MOST_SENT_AT_ONCE = 1024 * 1024

# Waiting to be sent: a whole game is about 3 MB, and an honest peer takes it in seconds.
MOST_UNSENT = 8 * 1024 * 1024

# What one peer may send us: at once more than a whole game and as much as may wait to be sent, then
# so much a second; a table of bots needs a twentieth of it. Each message counts for some bytes more
# than it has, for what it costs us however short it is. Whoever sends more keeps us from the others
# and fills our memory with what waits to be read: it is disconnected, and what it sends when it
# comes again is counted on.
BYTES_AT_ONCE = 8 * 1024 * 1024
BYTES_PER_SECOND = 1024 * 1024
WEIGHT_OF_A_MESSAGE = 512

# What somebody may cost us by what brings the game nothing new: counted in bytes, those sent in
# answer and a price for each message (net/edge/transport/tolls.py). At once as much as whoever
# comes back to the longest game, or comes late to look on, can need; then so much a second that
# several who do without end leave us to the game: a peer of the game some 60 questions, whoever
# else is at one address half of that. Who has spent more is not read until it is made up for.
COST_AT_ONCE = 16 * 1024 * 1024
COST_PER_SECOND = 128 * 1024
GUESTS_COST_AT_ONCE = 8 * 1024 * 1024
GUESTS_COST_PER_SECOND = 64 * 1024

# Sent to one in one turn of the loop: about a millisecond's work, after which others are heard.
MOST_SENT_IN_A_TURN = 32 * 1024

# Handshakes from one address, at once and then a second: a few multiplications each, under any key.
# A room behind one address comes to its tables in less, and each calls again once a second.
HANDSHAKES_AT_ONCE = 100
HANDSHAKES_PER_SECOND = 20.0

# Handshakes at once: each costs a few multiplications, and ten seconds of a connection. One more
# ends the one that has taken longest: who means it is done in a moment.
MOST_UNPROVED = 16

# Connections for one table, or for none (people asking what tables there are): so many that all
# of a table and its onlookers can be there while some who do not belong are being shown out. The
# peers of a game are not counted: no stranger can take their places.
MOST_LINKS = 2 * (MOST_PEERS + MOST_ONLOOKERS)

# What our player is told of strangers that were disconnected or refused, each thing once: whoever
# comes again and again, or under one key after another, must not fill the screen. Of those we have
# played with it is always told.
MOST_TOLD_OF = 16

# Peers whose sending is counted, here or gone; a stranger can come under any number of keys.
MOST_COUNTED = 4 * MOST_LINKS

# Announced tables that are remembered, wait to be looked at, or are asked again and again: a room
# full; somebody who announces more is filling our memory. And the addresses of one: a machine has a
# few networks.
MOST_HINTS = 64
MOST_ADDRESSES = 8

# Announcements of our own table that are followed, the newest: each peer's, and its last one before
# a crash. Each is dialled once a second while somebody is missing, and anybody can announce.
MOST_HINTS_FOLLOWED = 2 * MOST_PEERS

# Addresses called at once for a missing peer: all of those announcements, and no more, however fast
# others announce.
MOST_TRIED = MOST_HINTS_FOLLOWED * MOST_ADDRESSES

# Addresses at which somebody else than a missing peer answered, not to be tried again at once.
MOST_ANSWERED = 64

# K-3: seconds that a program which comes back waits, before it signs anything, for others who may
# know what it has said: those who are there are called at once and linked in less, and who is away
# must not keep it for long. Who says to have more than it gives is not waited for longer either.
LEVELLING_S = 2.0

# A file that keeps a key; whatever is longer is something else.
LONGEST_PRIVATE_FILE = 4096

# How often an onlooker reads a game again because something in it became void: every time-out, and
# the end; an evening has not as many.
MOST_REREADINGS = 16

# 22.9: requests asked for at once to find the first entry that differs: two chains part for as long
# as each side can answer without the other, which is a few requests.
MOST_ASKED_BACK = 64

# Seconds a whisper may be ahead of the trade it belongs to: the entries come by other channels.
EARLY_WHISPER_S = 2.0

# Seconds to connect, to shake hands, and to send what is left when a connection is closed. A
# network of one house needs milliseconds, a machine that wakes up a few seconds; who connects and
# proves nothing keeps one of our few places no longer.
CONNECTING_S = 5.0
SHAKING_HANDS_S = 10.0
CLOSING_S = 1.0

# Seconds for whoever has opened a channel to say who it is, or to ask which table is here: every
# program does so at once, a machine that wakes up a few seconds later. Who says nothing keeps one
# of the places of a table no longer.
GREETING_S = 5.0

# TCP does not notice a pulled cable: a peer that is there says something every second, and one that
# said nothing for four is gone, so that three signs may be late and all know it within five
# seconds.
SIGN_OF_LIFE_S = 1.0
SILENT_S = 4.0

# How many times later than due a sign of life may come before we look whether its sender is
# elsewhere by now: half a second is more than a busy machine is late.
LATE_SIGN = 1.5

# The same for asking which table there is: somebody on the same network answers in milliseconds, on
# a busy machine in a second, and a list of tables waits for the slowest.
PROBE_CONNECTING_S = 2.0
PROBE_SHAKING_HANDS_S = 3.0
PROBE_CLOSING_S = 0.2
PROBE_ANSWER_S = 3.0

# Milliseconds for a machine that announced a table to say where it is.
RESOLVING_MS = 3000

# Seconds to look for a table by name, or to wait until somebody answers at an address; then a
# person is told why nothing was found.
FINDING_S = 10.0

# Seconds to wait for an announcement that should come in one: that of `borgo doctor` itself, or of
# another table by the name of one that did not let us in. And seconds that `borgo doctor` calls an
# address, and a newcomer whoever it was told proposes: a machine that is not there is known after
# three, when nobody answers for it.
LOOKING_S = 4.0
CALLING_S = 5.0

# Seconds without anybody who plays before an onlooker gives up: players come back in less.
ONLOOKING_ALONE_S = 30.0

# Seconds a program stays after its game's end: somebody's channel may be down, and nobody else may
# have our last entries. After an accusation nobody says to have what is wrong; who tells heads
# meanwhile is sent it.
LINGERING_S = 15.0
EVIDENCE_S = 5.0

# 22.15: somebody unreachable for so long may be timed out. What every program answers by itself is
# not waited for any longer either, whether there is a channel or not (22.8).
UNREACHABLE_S = 60.0

# Whoever cannot be replaced may come back; a bot gives up for it, if there is no clock, after this.
GIVEN_UP_S = 600.0

# Seconds to wait for another program that writes to the same store: a write takes milliseconds, and
# whoever keeps it longer is a second program of the same player.
STORE_LOCK_S = 0.2

# Seconds that whoever has sent or got an answer rests before it works on: what it takes four
# programs on two processors to read an answer and to check its signature.
HEARING_S = 0.001
