# The window while a game is played: the question, the panels, the fight, faults.

app-title = Borgo
app-title-asked = { $who } is to act – Borgo

notice-dismiss = Dismiss
fault-settings = Your settings could not be read, so the game uses its own. { $what }
fault-slot = Something went wrong in the window: { $what }. The game goes on; the details are in { $log }.
fault-worker = The table has stopped: { $what }

start-alone-hunters = Play alone: the hunters
start-alone-dracula = Play alone: Dracula
start-quit = Quit

## The question

prompt-hint = A number chooses. Arrows move, Enter confirms.
prompt-hint-long = Type the number, or letters to narrow the list. Escape shows all.
prompt-typed = Typed: { $typed }
prompt-read-clause = Read the rule
prompt-again = { $what } – once more to confirm
prompt-confirm = This cannot be taken back. Choose it once more, or Escape.
prompt-several = { $count ->
    [one] { $what }, or one other way
   *[other] { $what }, or { $count } other ways
}

## The panels

panel-chronicle = Chronicle
panel-talk = Talk
panel-trail = Dracula’s trail
panel-lairs = Lairs
panel-space-empty = empty
panel-trail-space = Space { $space }: { $what }
panel-lair-space = Lair { $space }: { $what }
panel-encounter = Encounter: { $what }
panel-encounter-hidden = hidden
panel-rumor = Rumor token
panel-possible = Can be: { $places }
panel-possible-many = Can be any of { $count } places
panel-hand-of = The hand of { $seat }
panel-hidden-card = a hidden card
panel-open = open

track-setup = Before the first day
track-day = { $day }, by day
track-night = { $day }, by night
track-influence = Influence { $value } of { $most }
track-despair = Despair { $value }

sheet-health = { $value }/{ $most }
sheet-where-board = { $place }
sheet-where-hospital = Hospital, { $place }
sheet-where-away = Defeated; returns at { $place }
sheet-where-off = Not on the board yet
sheet-hand = Items { $items } · Events { $events } · Tickets { $tickets }
sheet-dracula-hand = Events { $events } · Encounters { $encounters }
sheet-bites = Bites { $count }/{ $most }
sheet-delayed = Delayed
sheet-bats = Bats
sheet-shown = Open: { $card }
sheet-rumors = Rumors { $count }

peers-seal = Seal
peers-seal-tip = Signatures, log heads and proofs are checked as they come. Open the ledger.
peers-away = { $name } (not connected)
peers-thinking = { $name } …

talk-private = Only my partner
talk-lines = What was said
talk-placeholder = Say something to the table
talk-heard = { $name }: { $text }
talk-heard-private = { $name }, to you alone: { $text }

## The game

game-show-map = Show the map
game-show-fight = Show the fight
game-stop-next = Stop me next
game-leave = Leave
game-working = One moment …
game-waiting = Waiting for { $who }.
game-over = The game is over. { $outcome }

note-on-pass = You drew { $card }. Its moment is on your list of moments passed unasked.
note-fitting = For this moment you hold { $cards }.
note-nothing-fits = None of the cards in this hand fits this moment.
note-passed = Passed by your standing order: { $moment }.

## The fight

combat-title = Round { $round }: { $foe } against { $hunters } in { $place }, { $time }
combat-at-night = at night
combat-by-day = by day
combat-night-note = Night: the night effects of Dracula’s cards apply
combat-day-note = Day: no night effects
combat-pride = Pride: an escape works from card { $needs } on; { $laid } laid
combat-limit = The fight ends with card { $most }
combat-escapes-barred = No escape works in this fight
combat-hand = { $count } cards in hand
combat-engaged = Engaged
combat-mesmerized = Mesmerized
combat-locked = returns next round
combat-canceled = canceled
combat-sealed = A sealed choice
combat-facedown = A card lying face down
combat-not-played = Not played yet
combat-cancels = Cancels { $cards }
combat-cancelled-by = Canceled by { $cards }
combat-step-choose = Choose
combat-step-engage = Engage
combat-step-reveal = Reveal
combat-step-compare = Compare
combat-step-dracula = Dracula’s card
combat-step-hunters = Hunters’ cards
combat-step-end = Over?
combat-step-refresh = New round
