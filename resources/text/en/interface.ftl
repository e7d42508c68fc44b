# The screens around the game. Ids begin with their screen; play.ftl has the game itself.

## Words of every screen.

common-back = Back
common-close = Close
common-cancel = Cancel
common-save = Save
common-copy = Copy
common-open = Open
common-yes = Yes
common-no = No
common-progress = { $done } of { $total }
common-loading = One moment …

## Start.

start-tables = Tables on this network
start-tables-none = No table has been found yet. Open one, or join by address.
start-table-row = { $name } · { $players ->
    [one] one player
   *[other] { $players } players
}
start-open = Open a table
start-join = Join by address
start-join-hint = Address and port, as the table shows them
start-alone = Play alone
start-unfinished = Unfinished games
start-unfinished-row = { $people } · { $where }
start-resume = Go on
start-chronicles = Chronicles
start-rules = Rules
start-settings = Settings
start-you = You are { $name }
start-key = Your words: { $words }

## First run.

first-title = Welcome
first-name = What shall others call you?
first-key = These words are yours. Read them aloud when somebody asks who you are.
first-begin = Begin

## The table before the game.

table-title = Table: { $name }
table-seat-free = Free
table-seat-taken = { $name }
table-take = Sit here
table-leave-seat = Stand up
table-bot = A bot
table-add-bot = Seat a bot
table-ready = Ready
table-not-ready = Not ready
table-ready-of = { $count } of { $total } are ready
table-edition = Rules
table-switches = Rules to choose
table-words = Compare these words aloud
table-watching = Watching: { $names }
table-shuffling = Shuffling together
table-leave = Leave the table
table-begin = Begin

## Settings.

settings-title = Settings
settings-name = Your name
settings-palette = Colours
settings-palette-game = Follow the game’s clock
settings-palette-day = Always day
settings-palette-night = Always night
settings-text = Size of text
settings-motion = Reduce motion
settings-sound = Sounds
settings-confirm = Ask before what cannot be taken back
settings-pace = Pause between events
settings-aid = Show where Dracula can be
settings-passes = Moments I let pass without being asked
settings-language = Language

## Chronicles: saved games.

chronicles-title = Chronicles
chronicles-none = No games yet. Every game you play is kept here.
chronicles-open-file = Open a file …
chronicles-replay = Watch it again
chronicles-end = Its end
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
rules-found = { $count ->
    [0] Nothing found
    [one] One clause
   *[other] { $count } clauses
}
rules-clause-id = Clause { $id }

## The ledger.

ledger-title = The ledger
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
ledger-checked-before = This file was checked before: nothing is wrong with it.
ledger-wrong-before = This file was checked before: something in it is wrong.
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
entry-answered = an answer

## Replay.

replay-title = Replay
replay-reading = Reading the game
replay-refused = This cannot be shown. { $what }
replay-cut = Shown as far as it goes. { $what }
replay-timeline = Timeline
replay-first = First step
    .tip = To the beginning (Home on the timeline)
replay-back = Back
    .tip = Back to the event before (,). On the timeline the arrows go step by step
replay-play = Play
    .tip = Let it run (Space)
replay-pause = Pause
    .tip = Stop (Space)
replay-step = On
    .tip = On to the next event (.)
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
replay-before = Before
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
replay-known-tab = Knew
replay-proof-tab = Proof
replay-public-knew = { $count ->
    [0] Nobody could say anything of Dracula yet.
    [one] Everybody could know where Dracula was.
   *[other] From what everybody saw, Dracula could be in { $count } places.
}
replay-knew-nothing = Nothing hidden
replay-several = { $name } ×{ $count }
replay-zone-hand = Own hand:
replay-zone-trail = Trail:
replay-zone-hidden = Hidden there:
replay-zone-deck = Elsewhere:
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
end-cancelled = The check was stopped. Nothing is known of the rest.
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
end-fault-unsigned = Step { $step }, { $who }: { $why }
end-not-true = What was answered was not true.
end-offender = It carries the signature of { $name }: a fault of that program, or a cheat.
end-offender-none = It carries nobody’s signature.
end-accused-founded = { $accuser } accused { $accused }, rightly.
end-accused-unfounded = { $accuser } accused { $accused }. Nothing was wrong.
end-accused-open = { $accuser } accused { $accused }; this file cannot say whether rightly.
end-road = Dracula’s road
end-whole-road = { $count ->
    [one] The whole road: one night
   *[other] The whole road: { $count } nights
}
end-night = { $number }. { $place }
end-unknown-place = somewhere
end-unknown-cards = { $count ->
    [one] a card never opened
   *[other] { $count } cards never opened
}
end-hidden = hid { $what }
end-found = found
end-partly = Some secrets were never opened: not all of the road is known.
end-export-road = Save the road as a picture …
end-export-verdict = Save the verdict as a picture …
end-export-chronicle = Save the chronicle as text …
end-saved = Saved: { $what }
end-not-saved = Could not be saved. { $what }
end-copied = The command is copied.
end-repeat = Anyone can repeat this check: borgo verify { $file }
end-digest = The file’s digest: { $digest }
