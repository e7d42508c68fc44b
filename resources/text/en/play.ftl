# The window while a game is played: the question, the panels, the fight, faults.

app-title = Borgo
app-title-asked = { $who } is to act – Borgo

notice-dismiss = Dismiss
fault-settings = Your settings could not be read, so the game uses its own. { $what }
fault-slot = Something went wrong in the window: { $what }. The game goes on; the details are in { $log }.
fault-worker-gone = its process has ended
fault-worker = The table has stopped: { $what }

start-alone-hunters = Play alone: the hunters
start-alone-dracula = Play alone: Dracula
start-quit = Quit

## The question

prompt-always-pass = Pass at this moment from now on
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
peers-seal-tip = { $entries ->
    [one] One signed entry is checked and kept.
   *[other] { $entries } signed entries are checked and kept.
}
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
game-aid = Deduction
game-look-back = Look back
game-rules = Rules
game-settings = Settings
game-leave = Leave
game-go-on = Go on
game-leave-again = Really leave?
game-working = One moment …
game-waiting = Waiting for { $who }.
game-over = The game is over. { $outcome }

note-on-pass = You drew { $card }. Its moment is on your list of moments passed unasked.
note-fitting = For this moment you hold { $cards }.
note-nothing-fits = None of the cards in this hand fits this moment.
note-passed = Passed by your standing order: { $moment }.

## The fight

combat-title = Round { $round }: { $foe } against { $hunters } in { $place }
combat-night-note = Night: the night effects of Dracula’s cards apply
combat-day-note = No night effects in this fight
combat-pride = Pride: an escape works from card { $needs } on; { $laid } laid
combat-limit = The fight ends with card { $most }
combat-escapes-barred = No escape works in this fight
combat-hand = { $count } cards in hand
combat-engaged = Engaged
combat-mesmerized = Mesmerized
combat-locked = rests
combat-spent = spent
combat-canceled = canceled
combat-sealed = A sealed choice
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

## What happens at the table beside the game

notice-met-known = { $who } is here, with the key you know.
notice-met-new = { $who } is here; you have not met this key before.
notice-met-renamed = { $who } is here, with a key you know under another name.
notice-met-changed_key = { $who } has another key than before. Compare the words aloud before you play.
notice-guest-refused = Somebody could not sit down here: { $what }.
notice-caller-refused = A call from { $who } failed: { $what }.
notice-addresses-changed = This computer is reached at { $what } now.
notice-unsaid-not-sayable = Not said: a line has at most 500 plain letters.
notice-unsaid-no-trade = Not said: only two hunters who trade may talk alone.
notice-unsaid-too-much = Not said: that is too much at once.
notice-accused-unfounded = { $who } has accused { $what }. Your own program has checked it: the accusation is unfounded.
notice-accused-open = { $who } has accused { $what }. It can be judged only when everything is opened at the end.
notice-differs = { $who }’s program sees another game than yours ({ $what }). Nobody is blamed for it.
notice-wished-end = { $who } would like to end the game.
