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
chronicles-row = { $date } · { $people } · { $outcome }
chronicles-open-file = Open a file
chronicles-replay = Watch it again
chronicles-verify = Check it
chronicles-export = Save a copy

## Rules.

rules-title = Rules
rules-search = Search the rules
rules-found = { $count ->
    [0] Nothing found
    [one] One clause
   *[other] { $count } clauses
}
rules-clause-id = Clause { $id }

## The ledger.

ledger-title = The ledger
ledger-signed = { $name } signed { $count ->
    [one] one entry
   *[other] { $count } entries
}
ledger-heads-agree = All are at the same place.
ledger-heads-differ = { $name } is elsewhere.
ledger-sealed = Sealed: { $count }
ledger-opened = Opened: { $count }
ledger-proved = Proofs checked: { $count }

## Replay.

replay-title = Replay
replay-play = Play
replay-pause = Pause
replay-step = One step on
replay-back = One step back
replay-speed = Speed
replay-see-as = See it as
replay-public = the public
replay-all = everyone
replay-at = Step { $at } of { $total }
replay-known = Known to { $seat }
replay-verified = Checked up to here
replay-fights = Fights
replay-weeks = Weeks
replay-reveals = Reveals

## The end.

end-title = The end
end-auditing = Checking the whole game
end-verdict = Verdict
end-road = Dracula’s road
end-night = Night { $number }: { $place }
end-export-road = Save the road as a picture
end-export-verdict = Save the verdict as a picture
end-export-chronicle = Save the chronicle as text
end-repeat = Anyone can repeat this check: borgo verify { $file }
