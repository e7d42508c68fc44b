# The screens around the game. Ids begin with their screen; play.ftl has the game itself.

## Words of every screen.

app-title = Borgo
app-title-asked = { $who } is to act – Borgo
app-called = { $who } is to act: the table waits. Escape leads back to it.
common-back = Back
common-cancel = Cancel
common-copy = Copy
common-loading = One moment …
notice-dismiss = Dismiss
notice-close-again = Really close the window? A game is running in it. Close it once more to leave.

## Start.

start-tagline = Europe, 1898. Four hunters, one vampire, one table.
start-you = You are { $name }
start-nameless = You have no name yet
start-key = Your key: { $words }
start-key-tip = The words of your key. Read them aloud when somebody asks whether it is really you.
start-alone = Play alone
start-side = You play
start-side-hunters = All four hunters
start-side-one = { $seat }
start-rules-set = Rules
start-open = Open a table
start-table-title = Name
start-own-table = { $name }’s table
start-with-phrase = Let in only with five words
start-chronicles = Chronicles
start-rules = Rules
start-settings = Settings
start-quit = Quit
start-tables = Tables on this network
start-looking = Looking for tables …
start-tables-none = No tables found yet.
start-evening = How an evening begins:
    1. One of you opens a table. All others see it here within a few seconds and sit down.
    2. Choose characters; bots take what is left.
    3. Read the words of your keys to each other once: then nobody stands between you.
    4. All press Ready. The cards are shuffled together, and the hunt is on.
    A table that does not appear here can be joined by the address or code on its screen.
start-no-looking = Tables cannot be found automatically here. Join by the address or code that the other screen shows.
start-state-found = found, asking …
start-state-open = open
start-state-begun = playing, can be watched
start-state-other-version = another version of Borgo
start-differing-protocol = another version of Borgo (protocol: yours { $ours }, theirs { $theirs })
start-differing-rules = another version of Borgo (rules: yours { $ours }, theirs { $theirs })
start-state-gone = nobody answers there
start-free = free: { $seats }
start-needs-phrase = five words needed
start-sit = Sit down
start-watch = Watch
start-restore = Go on from a backup …
start-restore-tip = Have you made a backup of your place in a game and lost the computer it was on? Choose the table where the others play, or type its address, and go on here.
start-restore-where = Choose the table where the others play, or type its address or code below.
start-join = Join
start-join-hint = Address or code, such as 192.168.1.23:47123 or 60N00-HFE0K-8
start-bad-address = This is neither an address nor the code of a table. Look again at what the other screen shows.
start-doctor = Why is a table missing?
start-examining = Looking at this machine and its networks …
start-unfinished = Unfinished games
start-unfinished-row = { $people } · { $when }
start-unfinished-stopped = { $people } · { $when } · stopped over a move of { $name }’s
start-unfinished-alone = Alone, as { $seats } · { $when }
start-older = { $game } · version { $number } of the rules
start-unfinished-hunters = Alone, as the hunters · { $when }
start-resume = Go on with it
start-take-back = Take that move back and play on
start-take-back-tip = You agree, signed and for good, to play on from before { $name }’s move. It takes everybody at the table.
start-look-back = Return without taking it back
start-look-back-tip = You sit at the table again and agree to nothing. There you can talk, and end the game if all want that. You can still come back here and take the move back.
start-put-away = Put away
start-put-away-again = Really put it away?
start-put-away-tip = It is no longer listed here. What was played stays among the chronicles; if the others at its table go on, they do so without you.
start-locked = Your key is locked. Type its passphrase to sit at a table.
start-passphrase = Passphrase of your key
start-unlock = Unlock
start-unlock-first = Unlock your key first.
start-wrong-passphrase = This passphrase does not open it.

## First run.

first-title = Welcome to Borgo
first-welcome = You play with people on the same network, or alone. There is no server and no account: your name and a key on this machine are all there is.
first-name = What shall others call you?
first-key = This is your key, in six words. It signs every move you make. Others know by it that you are the same person as last time: read the words aloud when they ask.
first-locked-key = Your key is locked. The first screen will ask for its passphrase.
first-passphrase-why = You can lock the key with a passphrase, which is then asked at every start. Without one, whoever has this machine can play as you. A lost passphrase cannot be recovered. Leave it empty for none.
first-passphrase = Passphrase
first-again = Once more
first-differ = The two passphrases are not the same.
first-begin = Begin
first-locking = Locking your key …

## The table before the game.

table-title = { $name }
table-coming = Coming to the table …
table-returning = Going back to the game …
table-where = Others join at { $address }
table-where-code = Others join at { $address } or by the code { $code }
table-phrase = Let in only with the words: { $words }
table-phrase-hint = The five words of the table
table-phrase-said = Come in
table-backup-hint = The seven words of your backup
table-backup-said = Go on
table-restore = Go on from a backup
table-restore-why = The others keep a sealed backup of your place. Type the seven words you wrote down when it was made.
table-restoring = Gathering the game from those who play it …
table-restoring-why = It takes some seconds; longer if somebody else is away too.
table-closed-why = The table may be closed, or a firewall is in the way. The first screen can look for the reason.
table-seat-free = Free
table-take = Sit here
table-leave-seat = Stand up
table-bot = A bot
table-bot-of = A bot of { $keeper }
table-bot-coming = A bot is on its way …
table-bot-failed = The bot for { $seats } did not come.
table-add-bot = Seat a bot
table-dismiss-bot = Send the bot away
table-fill = Fill with bots
table-people = At the table
table-words = Compare the words of the keys aloud: what each hears must be what is written here.
table-sits = { $name } · { $seats }
table-you = { $name } (you)
table-watches = { $name } (watching)
table-met-known = You have played with this key before.
table-met-new = You have not met this key before.
table-met-renamed = You know this key under another name: { $before }.
table-met-changed-key = The key is not the same as before.
table-changed-key = { $name } has a different key from before! This may be somebody else. Before, the words were: { $before }. Ask { $name } to read the words above aloud. Nothing begins until you accept the new key.
table-accept-key = The words are right: accept
table-news = What happened at the table
table-terms = The game
table-edition = Rules
table-clock = Time for a move
table-clock-of = { $minutes ->
    [0] No limit
    [one] One minute
   *[other] { $minutes } minutes
}
table-clock-seconds = { $seconds } seconds
table-onlookers = Onlookers
table-onlookers-of = { $count ->
    [0] None
    [one] One at most
   *[other] { $count } at most
}
table-recovery = Somebody who is gone can be replaced
    .tip = The keys of a hunter’s player are shared among the others, so that they can go on together without that player. It takes longer to begin.
table-recovery-risk = Replacing has its price: Dracula’s player together with one other hunter’s player (two, where four or five play) can rebuild a hunter’s keys and read that hand; neither side can do it alone.
table-dracula-gone = Dracula’s keys are shared with nobody: if his player’s machine is lost, the game goes on only from the backup that player has made.
table-audit = All cards are opened and checked at the end
    .tip = After the game every secret is opened, and every program checks that nobody cheated.
table-aid = Hunters may be shown where Dracula can be
    .tip = The deduction aid works out from public facts alone where he can still be. A table that likes to think for itself leaves it out.
table-bots-across = Bots may play against whoever keeps them
    .tip = Whoever keeps a bot could look into its cards. Allow it only where everybody is fine with that.
table-bots-across-now = Your bot plays against you, and you could look into its cards. So “{ $box }” is ticked now.
table-switches = Single rules
table-ready = Ready
table-not-ready = Not ready after all
table-ready-of = { $count } of { $total } are ready
table-changed = Something has changed, so nobody is ready any more.
table-shuffling = Shuffling together
table-shuffle-why = Every player mixes every deck and proves it, so that nobody knows a card and nobody can cheat.
table-leave = Leave the table

## Settings.

settings-title = Settings
settings-you = You
settings-name = Your name
settings-name-empty = A name needs at least one letter.
settings-name-kept = The old name is kept.
settings-name-long = This name is too long.
settings-name-invisible = This name contains something that cannot be seen.
settings-key = Your key
settings-key-why = Others know you by these words. Read them aloud when somebody asks.
settings-key-shut = Locked: its words are shown once its passphrase is typed.
settings-locked = Your key is locked with a passphrase, which is asked at every start.
settings-unlocked = Your key is not locked: other users of this machine cannot read it, but whoever has the machine can.
settings-passphrase-old = Present passphrase
settings-passphrase-new = New passphrase
settings-passphrase-empty = Type a new passphrase twice, or have one made.
settings-lock = Lock it
settings-relock = Change the passphrase
settings-unlock = Remove the passphrase
settings-look = Look
settings-language = Language
settings-language-later = The new language is used from the next start on.
settings-palette = Colors
settings-palette-game = Follow the game’s clock
settings-palette-day = Always day
settings-palette-night = Always night
settings-text = Size of text
settings-percent = { $value } %
settings-motion = Reduce motion
settings-play = Play
settings-pace = Pause between events
settings-seconds = { $value } s
settings-confirm = Take a second press to give an answer or to leave a game
settings-aid = Show where Dracula can be
settings-sound = Ring the system’s bell when it is your turn
settings-passes = Moments passed without asking
settings-passes-why = What is ticked is passed for you, whatever you hold. Others cannot tell.
settings-keyboard = Keys and the mouse while you play
settings-keyboard-why = F4 goes to the question, F6 to the map, F3 to the chronicle.
    F5 stops you at the next moment for a card, F7 shows where Dracula can be, F8 looks back.
    F1 shows the rule for what is pointed at, Shift+F1 the card itself.
    On the map the arrows lead to the next lit place, with Shift to any place. Enter chooses it.
    The wheel, + and − zoom. Dragging, or Ctrl with an arrow, moves the map. Home shows all of it.
    The right button, or Insert, pencils a mark on a place: once ?, again x, again !, again none.
    Ctrl+Space shows at once what the game still has to tell.
settings-files = Where things are
settings-folder = Your games and keys
settings-log = Log of faults
settings-file = These settings
settings-files-why = Keep a copy of the folder: a lost key cannot be replaced.
settings-versions = Versions
settings-versions-why = Two programs sit down together if rules and protocol are the same in both.
settings-not-kept = This could not be kept. { $what }

## The versions of this program and of what it makes, here and with “borgo --version”.

version-program = Borgo { $number }
version-rules-fury-of-dracula = rules { $number }
version-protocol = protocol { $number }
version-store = store { $number }
version-file = file { $number }

## Chronicles: saved games.

chronicles-title = Chronicles
chronicles-none = No games yet. Every game you play is kept here.
chronicles-open-file = Open a file …
chronicles-replay = Watch it again
chronicles-end = How it ended
chronicles-verify = Check it
chronicles-export = Save a copy …
chronicles-delete = Delete …
chronicles-ask-delete = Delete this game for good: { $game }?
chronicles-really = Delete it
chronicles-keep = Keep it
chronicles-deleted = The game is deleted.
chronicles-column-date = When
chronicles-column-people = Who
chronicles-column-result = Result
chronicles-column-checked = Checked
chronicles-alone = You alone, as { $seats }
chronicles-alone-hunters = You alone, as the hunters
chronicles-unfinished = Not over
chronicles-not-looked = Not looked at yet
chronicles-unreadable = Cannot be read
chronicles-unchecked = Not checked yet
chronicles-unsigned = Unsigned
chronicles-good = Checked: nothing wrong
chronicles-rules-hold = Unsigned; the rules hold
chronicles-wrong = Something is wrong
chronicles-failed = That did not work. { $what }
chronicles-no-store = Games at tables cannot be listed now. { $what }

## Rules.

rules-title = Rules
rules-contents = Chapters
rules-search = Search the rules
rules-nothing = No clause has all of these words. Try fewer words, or only their beginnings.
rules-found = { $count ->
    [0] Nothing found
    [one] One clause
   *[other] { $count } clauses
}
rules-found-most = { $count } clauses; here are the { $shown } that fit best
rules-clause-id = Clause { $id }

## The ledger.

ledger-title = The ledger
ledger-unsigned-title = No seal, and no need for one
ledger-unsigned = This game is unsigned. It is played on this machine alone: there is nobody else to sign anything or to prove anything to. Its record can still be checked against the rules.
ledger-total = { $count ->
    [one] One entry is signed
   *[other] { $count } entries are signed
} and chained; { $proofs ->
    [one] one of them proves
   *[other] { $proofs } of them prove
} something hidden.
ledger-heads-agree = All are at the same place.
ledger-heads-differ = { $name } is not as far yet.
ledger-head = Request { $request }, head { $head }.
ledger-title-peers = Who signed
ledger-title-sealed = Hidden and open
ledger-title-entries = The latest entries
ledger-column-name = Player
ledger-column-seats = Plays
ledger-column-signed = Entries
ledger-column-at = At request
ledger-column-key = Words of the key
ledger-column-what = What
ledger-column-state = State
ledger-column-holder = Held by
ledger-holder-deck = { $kind ->
    [ticket] the pool
   *[other] the deck
}
ledger-holder-table = the table
ledger-column-count = How many
ledger-column-number = No.
ledger-column-request = Request
ledger-column-signer = Signed by
ledger-column-kind = What it is
ledger-column-hash = Hash
ledger-kind-item = Items
ledger-kind-event = Events
ledger-kind-encounter = Encounters
ledger-kind-combat = Dracula’s combat cards
ledger-kind-ticket = Tickets
ledger-kind-trail = Cards of the trail and lairs
ledger-kind-choice = Sealed choices
ledger-state-sealed = Sealed
    .tip = Only all players together could open it.
ledger-state-held = Hidden
    .tip = One player can read it, and is bound to what it is.
ledger-state-open = Open
    .tip = Everybody has seen it.
ledger-state-audited = Opened by the audit
    .tip = It was sealed or hidden until the end, and then opened and compared.
ledger-checked-now = Everything here was checked by this program as it came.
ledger-unchecked = This file has not been checked here yet.

## Kinds of signed entries.

entry-unknown = something unknown
entry-game_open = the opening of the game
entry-key_commit = a promise of keys
entry-key_open = keys
entry-vss_deal = shares of a key, kept by the others
entry-vss_ack = a receipt for shares
entry-shuffled = a shuffle with its proof
entry-shares_sent = parts of a lock, to deal or open cards
entry-revealed = a card turned up, with its proof
entry-rekeyed = a card locked anew
entry-mixed = a hand mixed, with its proof
entry-card_proved = a proof about a card
entry-shown_to = a card shown to one player
entry-trail_placed = a card laid face down, with its proof
entry-trail_opened = a card of the trail turned up
entry-trail_absent = a proof that Dracula is not there
entry-trail_in_set = a proof of where a card can be
entry-trail_not_hide = a proof that a card is not Hide
entry-choice_committed = a sealed choice
entry-choice_opened = a choice opened
entry-coin_shared = a part of a joint draw
entry-timed_out = a note that time ran out
entry-accused = an accusation
entry-peer_left = a note that somebody left
entry-vss_released = shares given out for a lost key
entry-peer_accepted = a new player accepted
entry-keys_rotated = new keys
entry-audit_opened = the secrets, opened for the audit
entry-backup = a backup
entry-final = the end of the game
entry-withdrawn = a note taken back
entry-end_wish = a wish to end the game
entry-resumed = a word to go on before something wrong
entry-answered = an answer

## Replay.

replay-title = Replay
replay-title-cut = Replay, cut short
replay-reading = Reading the game
replay-refused = This cannot be shown. { $what }
replay-closed = This table is closed and tells no more. What was kept of its game is in the chronicles.
replay-cut = Shown as far as it goes: { $what }
replay-timeline = Timeline
replay-first = First step
    .tip = To the beginning (Home on the timeline)
replay-back = Back
    .tip = Back to the previous event (,). On the timeline the arrows go step by step
replay-play = Play
    .tip = Let it run (Space)
replay-pause = Pause
    .tip = Stop (Space)
replay-step = Forward
    .tip = Forward to the next event (.)
replay-last = Last step
    .tip = To the end (End on the timeline)
replay-speed = Speed
replay-speed-slow = Slow
replay-speed-normal = Normal
replay-speed-fast = Fast
replay-speed-fastest = Very fast
replay-jump = Jump to
replay-jump-fight = Fights (F)
replay-jump-week = Weeks (W)
replay-jump-reveal = Reveals (R)
replay-jump-night = Nights
replay-jump-card = A card
replay-card = A card’s history
replay-no-more = There are no more of these in that direction.
replay-before = Previous
replay-after = Next
replay-save = Save …
replay-see-as = See it as
replay-public = the public
replay-as = { $seat } ({ $player })
replay-all = everyone
replay-all-own = all your own seats
replay-heat = Where Dracula could be
replay-at = Step { $at } of { $total }
replay-week = Week { $number }
replay-when = { $week }, { $day }
replay-mark-fight = Fight against { $foe } in { $place }
replay-mark-reveal = Turned up: { $what }
replay-known-tab = Knowledge
replay-proof-tab = Proof
replay-public-knew = { $count ->
    [0] Nobody could say anything about Dracula yet.
    [one] Everybody could know where Dracula was.
   *[other] From what everybody saw, Dracula could be in { $count } places.
}
replay-knew-nothing = Nothing hidden
replay-several = { $name } ×{ $count }
replay-zone-hand = Own hand:
replay-zone-trail = Trail:
replay-zone-hidden = Hidden there:
replay-zone-deck = In a deck or discarded:
replay-zone-sealed = Sealed choice:
replay-zone-other = { $seat }:
replay-unsigned = Nobody signed this game: it was played on one machine.
replay-nothing-signed = Nothing is signed before the first step.
replay-signed-by = { $name }: { $what }{ $count ->
    [one] {""}
   *[other] {" "}×{ $count }
}
replay-check = Check the whole game
replay-state-unchecked = This step has not been checked.
replay-state-checking = The game is being checked; this step is still to come.
replay-state-good = Checked and right: signatures, proofs and rules.
replay-state-unsigned = The rules hold up to here. Nobody signed it.
replay-state-wrong = This step is wrong.
replay-state-after = This step comes after one that is wrong; it was not judged.

## The end.

end-title = The end
end-nobody = Nobody has won
end-not-over = The game did not come to its end.
end-unusable = This game cannot be read
end-played = { $name } played { $seats }.
end-played-alone = You played { $seats }; bots played the rest.
end-played-alone-hunters = You played the hunters; a bot played Dracula.
end-played-unknown = Played on one machine; nobody signed who played what.
end-auditing = Checking the whole game
end-cancelled = The check was stopped. Nothing is known about the rest.
end-no-verdict = There is no verdict yet: let the check come to its end.
end-verdict = Verdict
end-about = It is about { $names }.
end-unjudged = { $count ->
    [one] One answer
   *[other] { $count } answers
} could not be judged: secrets were not opened.
end-line-good = { $count } good
end-line-so-far = { $count } good, then it was stopped
end-line-wrong = wrong after { $count } good
end-fault = Step { $step }: { $why }
end-not-true = What was answered was not true.
end-offender = It carries the signature of { $name }: a fault of that program, or a cheat.
end-offender-order = It carries the signature of { $name }, but nobody is proven wrong by it: whoever kept or sent the file may have left out, doubled or moved an entry.
end-offender-none = It carries nobody’s signature.
end-set-aside = Request { $request } was asked again, as all agreed, because of something that { $name } is alleged to have signed.
end-set-aside-without = Request { $request } was asked again, as all agreed, because of an alleged fault in a shuffle of { $name }’s, and answered without { $name } shuffling.
end-aside-alleged = Nothing here shows it; all know what had come since.
end-aside-shown = The evidence holds: { $name } had signed it.
end-accused-founded = { $accuser } accused { $accused }, rightly.
end-accused-unfounded = { $accuser } accused { $accused }. Nothing was wrong.
end-accused-open = { $accuser } accused { $accused }; this file cannot say whether rightly.
end-road = Dracula’s road
end-whole-road = { $count ->
    [one] The whole road: one night
   *[other] The whole road: { $count } nights
}
end-night = { $number }. { $place }
end-night-more = { $night }: { $what }
end-unknown-place = somewhere
end-unknown-cards = { $count ->
    [one] a card never opened
   *[other] { $count } cards never opened
}
end-hidden = hid { $what }
end-found = found
end-partly = Some secrets were never opened: not all of the road is known.
end-export-game = Save a copy of the game …
end-export-road = Save the road as a picture …
end-export-verdict = Save the verdict as a picture …
end-export-chronicle = Save the chronicle as text …
end-saving = Saving: { $what }
end-saved = Saved: { $what }
end-not-saved = Could not be saved. { $what }
end-copied = The command is copied.
end-check-again = Anyone can repeat this check:
end-repeat = Anyone can repeat this check: { $command }
end-digest = The file’s digest: { $digest }

## A new passphrase for the player’s keys.

phrase-make = Make a passphrase for me
phrase-hint = Seven random words made for you cannot be guessed. What people make up often can.
phrase-made = Write these seven words down: they cannot be recovered. Guessing them takes whoever has your files { $time }.
phrase-takes = Trying all passphrases of this kind takes whoever has your files, with a thousand computers, { $time }. One that others would make up as well is found sooner.
guessed-in-moment = less than a minute
guessed-in-hours = some hours
guessed-in-days = some days
guessed-in-months = some months
guessed-in-years = some years
guessed-in-centuries = some centuries
guessed-in-never = more than ten thousand years
