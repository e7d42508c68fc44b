# The window while a game is played: the question, the panels, the fight, faults.

fault-settings = Your settings could not be read, so the game uses its own. { $what }
fault-slot = Something went wrong in the window: { $what }. The game goes on; the details are in { $log }.
fault-home = Nothing can be kept in { $path }, neither games nor keys: { $why }. Make room for that folder, or name another one with XDG_DATA_HOME, and start again.
fault-worker-gone = its process has ended.
fault-bug = a fault of this program ({ $kind } in { $where }).
fault-waits = Your game waits among the unfinished ones on the start screen.
fault-worker = The table has stopped: { $what }
fault-details = The details are in { $log }.


## The question

prompt-always-pass = Pass at this moment from now on
prompt-hint = { $twice ->
    [yes] A number or a click chooses, once more or Enter gives. F1 shows the rule.
   *[no] A number answers. Arrows move, Enter answers, F1 shows the rule.
}
prompt-hint-lit = { $twice ->
    [yes] Click what is lit, or press its number; once more or Enter gives it. F1 shows the rule.
   *[no] Click what is lit, or press its number. Enter answers, F1 shows the rule.
}
prompt-hint-long-lit = { $twice ->
    [yes] Click what is lit, or type a number or a name; once more or Enter gives it.
   *[no] Click what is lit, or type a number or a name. F1 shows the rule.
}
prompt-hint-long = { $twice ->
    [yes] Type a number or a name; once more or Enter gives it. F1 shows the rule.
   *[no] Type a number, or a name. Escape shows all, F1 the rule.
}
prompt-typed = Typed: { $typed }
prompt-read-clause = Read the rule
prompt-rule-key = F1 shows the rule.
reader-why = Read why not
reader-card = Read about this card
prompt-again = { $what } – once more
prompt-confirm = Once more or Enter gives it. Escape takes it back.
prompt-armed = { $what }: once more, or Enter, gives it. Escape takes it back.
prompt-taken-back = Taken back.
prompt-several = { $count ->
    [one] { $what }, or one more choice
   *[other] { $what }, or { $count } more choices
}

## The panels

panel-chronicle = Chronicle
panel-talk = Talk
panel-talk-new = Talk (new)
panel-trail = Dracula’s trail
panel-no-cards = No cards.
panel-no-hand = No hand is shown here: you see what everybody may see.
panel-lairs = Lairs
panel-space-empty = empty
panel-trail-space = Space { $space }: { $what }
panel-lair-space = Lair { $space }: { $what }
panel-encounter = Encounter: { $what }
panel-encounter-hidden = hidden
panel-power = With { $power }. { $text }
panel-rumor = Rumor token
panel-possible = Can be: { $places }
panel-possible-many = Can be any of { $count } places
panel-once-more = Once more
panel-hand-of = The hand of { $seat }
panel-other-asked = { $seat } is asked now.
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
sheet-hand = Items{"\u00A0"}{ $items } · Events{"\u00A0"}{ $events } · Tickets{"\u00A0"}{ $tickets }
sheet-dracula-hand = Events{"\u00A0"}{ $events } · Encounters{"\u00A0"}{ $encounters }
sheet-bites = Bites { $count } (defeat at { $fatal })
sheet-waited = to act
sheet-delayed = Delayed
sheet-bats = Bats
sheet-shown = Open: { $cards }
sheet-rumors = Rumors { $count }

peers-seal-tip = { $entries ->
    [one] One signed entry is checked and kept.
   *[other] { $entries } signed entries are checked and kept.
}
peers-seated = { $seats }: { $name }
peers-away = { $name } (not connected)
peers-thinking = { $name } …
peers-played-you = { $name } (played by you)
peers-played-bot = { $name } (played by your bot)
peers-played-other = { $name } (played by another)

talk-lines = What was said
talk-placeholder = Say something to the table
talk-heard = { $name }: { $text }
talk-heard-private = { $name }, to you alone: { $text }
talk-whispered = You, to { $name } alone: { $text }

## The game

game-show-map = Show the map
game-show-fight = Show the fight
game-stop-next = Stop me next
    .tip = Ask me at the next moment when a card may be played, also where I pass by standing order.
game-aid = Deduction
    .tip = Mark on the map and beside the trail where Dracula can be, by what everybody has seen.
game-look-back = Look back
game-rules = Rules
game-settings = Settings
game-leave = Leave
game-go-on = Go on
game-leave-again = Really leave?
game-working = One moment …
game-waiting = Waiting for { $who }.
game-over = The game is over. { $outcome }.

note-on-pass = You drew { $card }, for a moment you pass: “{ $moment }”. The settings (F10) change that.
note-fitting = For this moment you hold { $cards }.
note-nothing-fits = None of the cards in this hand fits this moment.
note-passed = Passed by your standing order: { $moment }.

## The fight

combat-title = Round { $round }: { $foe } against { $hunters } in { $place }
combat-title-alone = Round { $round }: { $foe } in { $place }
combat-night-note = Night effects in this fight
combat-day-note = No night effects in this fight
combat-pride = Pride: an escape works from card { $needs } on; { $laid } laid
combat-limit = The fight ends with card { $most }
combat-escapes-barred = No escape works in this fight
combat-hand = { $count ->
    [one] { $count } card in hand
   *[other] { $count } cards in hand
}
combat-engaged = Engaged
combat-mesmerized = Mesmerized
combat-locked = rests
combat-spent = spent
combat-canceled = canceled
combat-sealed = A sealed choice
combat-sealed-own = Your sealed choice: { $card }
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
notice-met-changed_key = { $who } has a different key from before. Compare the words aloud before you play.
notice-refused-guest = Somebody could not sit down here. { $what }
notice-refused-caller = Somebody at { $who } could not come in. { $what }
notice-flooded = { $who } sent far more than any game needs and was disconnected. It is a fault of that program, or ill will.
notice-unreadable = { $who } sent something that cannot be read and was disconnected. The network is not to blame: it is a fault of that program, another version of it, or ill will.
notice-watches = { $who } looks on.
notice-offerstoplay = { $who } looks on and offers to play on for whoever is gone. The words of the key: { $what }.
notice-offering = You offer to play on for whoever is gone. The players see it as soon as your program has gone through the game so far.
notice-bot-none = There is no bot left that could sit down.
notice-stand-in-comes = A bot is on its way to play on for { $who }. First it goes through the game so far.
notice-stand-in-none = There is no bot left that could play on for { $who }.
notice-addresses-changed = This computer is reached at { $what } now.
notice-addresses-several = This computer is in several networks. Others reach it at { $what }: whichever is in theirs.
notice-unsaid-not-sayable = Not said: a line may have at most 500 plain letters.
notice-unsaid-no-trade = Not said: only two hunters who trade may talk alone.
notice-unsaid-no-channel = Not said: there is no connection to that hunter’s player now, and a word in private goes no other way.
notice-wrong-you = Your own program has signed something wrong: “{ $what }” The game stops.
notice-wrong-other = { $who } signed something wrong: “{ $what }” The game stops.
notice-timed-out-you = { $who } waits for you no longer. If all others say so too, your place can be given to somebody else.
notice-timed-out-other = { $who } waits for { $what } no longer.
notice-decks-renewed = All have shuffled every deck anew: nobody knows which cards come.
notice-resumes-refused = { $who }’s program asks again and again to go back in the game. No more of that is heard.
notice-unsaid-dracula-takes-over = Whoever plays Dracula cannot take over a hunter’s place: together with Dracula’s own secrets it would show the other hunters’ cards. A hunter’s player can.
notice-unsaid-too-soon = Too soon: somebody must have been away for a minute, or the time for the move must be over.
notice-unsaid-concede-apart = Giving up is not possible here: a wrong entry has stopped the game, and not all of you stand at the same point, so no cards can be opened. All of you can end it without a winner, with all secrets kept, or go on before that entry; after that giving up is possible again.
notice-unsaid-end-bound = No end is signed now: you have agreed to go on before what was signed wrongly.
notice-unsaid-too-much = Not said: that is too much at once.

## Ends before the end, and players who are gone

game-ending = Table …
game-wrong-move = What was wrong with that move: “{ $what }”
game-evidence = Everything that was signed is kept as evidence in { $path }. Anybody can check it.
game-can-go-on = If all of you would, { $who } too, the game can go on before that move: go back to it from the first page.
game-replaced = Somebody else plays on in your place now.
ending-concede = Give up …
ending-concede-really = { $side ->
    [dracula] Give up as Dracula, so that the hunters win? It is signed and cannot be taken back.
   *[hunters] Give up for the hunters? It takes all of their players; your word is signed and cannot be taken back.
}
ending-propose = Propose to end without a winner …
ending-propose-really = Propose to end without a winner, with all secrets kept? The game ends if everybody agrees; your word cannot be taken back.
ending-propose-open = Propose to end and open all cards …
ending-propose-open-really = Propose to end without a winner and to open all cards? The game ends if everybody agrees; your word cannot be taken back.
ending-stand-down = Let somebody else play on for you …
ending-stand-down-really = Leave this game for good and let another player take your characters? You cannot come back to it.
ending-offer = Offer to play on for whoever is gone …
ending-offer-really = Tell the players that you would play on, under your own key, for a hunter’s player who is gone? If one of them names you and all others agree, you get that place as it is, in this window.
ending-offer-yes = Yes, offer it
ending-sign = Yes, sign it
ending-back-up = Make a backup of your place …
ending-back-up-really = Give the others a sealed backup of your place to keep? You are told seven words, once. With them you can go on from another computer: “Go on from a backup” on its first screen. Whoever else learns them can play as you.
ending-back-up-done = The others keep your backup. Its seven words, shown only now: { $phrase }. Write them on paper.
ending-back-up-noted = I have written them down
notice-backup-none = No backup was made: there is one already, or nobody may look on at this table.

affair-duration = { $minutes }:{ $seconds }
affair-went = { $name } is not connected any more.
affair-back = { $name } is back.
affair-away = { $name } is not connected.
affair-away-for = { $name } has not been connected for { $time }.
affair-late = { $name } has not answered.
affair-waited = The game has waited for { $time }.
affair-not-waited = The game goes on until it needs { $name }.
affair-clock = { $left } left for this move.
affair-clock-out = The time for this move is over.
affair-timed-out = You wait no longer for { $name }; all others must say so too.
affair-timeout = Wait no longer
affair-timeout-really = Wait no longer for { $name }? When all others say so too, the place can be given to somebody else.
affair-takeover = Play on for { $name }
affair-takeover-really = Play on for { $name } with your own program? The others must agree; you will then see those cards.
affair-takeover-other = Let { $who } play on
affair-takeover-other-really = Let { $who }, who looks on, play on for { $name }? The others must agree; { $who } will then know those cards. Your word is signed and cannot be taken back.
affair-stand-in = Let a bot play on
affair-stand-in-really = Let a bot play on for { $name }? It is a program of its own, which your computer starts. The others must agree; nobody will see those cards.
affair-open = All have signed it: a hunter’s player can play on for { $name }.
affair-proposed = { $count ->
    [one] { $proposers } offers to play on for { $name }.
   *[other] { $proposers } agree who plays on for { $name }.
}
affair-agreed = You agree who plays on for { $name }; all others must too.
affair-several = { $who } are not connected.
affair-one-of-several = { $name } ({ $time })
affair-several-goes-on = The game goes on until it needs one of them.
affair-several-stuck = While several are away, nobody can be replaced, for all others must sign it. Wait, or leave: the game stays among your unfinished ones.
affair-all-away = Either they are not here yet, or this computer has lost its network.
affair-agree = { $count ->
    [one] Let { $proposers } play on
   *[other] Let another play on
}
affair-agree-other = Let { $who } play on
affair-agree-other-really = Let { $who }, who looks on, play on for { $name }? { $who } will then know those cards. Your word is signed and cannot be taken back.
affair-agree-really = Let another program play on for { $name }? It will know those cards. Your word is signed and cannot be taken back.
affair-share-really = { $what } Do you agree? It is signed and cannot be taken back.
affair-gone = End without { $name }
affair-gone-really = End the game because { $name } is gone? All others must say so too; nobody wins.
affair-gone-open = End without { $name } and open the cards
affair-gone-open-really = End the game because { $name } is gone, and open the cards of all others so that they can be checked? All others must say so too; nobody wins.
affair-close-really = Yes, close it
affair-closing = The game is being closed. This program stays for up to a quarter of a minute, for whoever still needs something from it.
affair-unbegun = Close the game
affair-unbegun-really = Close the game? It has not begun, and it cannot without { $name }.
affair-unsigned = Close without { $name }
affair-unsigned-really = Close the game without waiting for { $name }? It is over and the result stands, marked as not signed by { $name }. It stays so if { $name } comes back later.
affair-unaudited = Close without { $name }
affair-unaudited-really = Close the game without waiting for { $name }? It is over and the result stands, marked as not audited for { $name }. It stays so if { $name } comes back later.
affair-share = I agree …
affair-not-now = Not now
affair-wish-conceded-dracula = { $names } gives up for Dracula.
affair-wish-conceded-hunters = { $count ->
    [one] { $names } gives up for the hunters.
   *[other] { $names } give up for the hunters.
} It takes all of their players.
affair-wish-agreed = { $count ->
    [one] { $names } wants
   *[other] { $names } want
} to end without a winner, with all secrets kept. It takes everybody.
affair-wish-opened = { $count ->
    [one] { $names } wants
   *[other] { $names } want
} to end without a winner and to open all cards. It takes everybody.
affair-wish-gone = { $count ->
    [one] { $names } says
   *[other] { $names } say
} that { $gone } is gone, and would end the game. It takes all others.
affair-wish-gone-opened = { $count ->
    [one] { $names } says
   *[other] { $names } say
} that { $gone } is gone, and would end the game and open the cards of all others. It takes all others.
affair-resume = { $names } would go on before request { $request } of { $at }, where { $about } is said to have signed something wrong. It takes everybody, { $about } too.
affair-resume-without = { $names } would go on before request { $request } of { $at }, where { $about } is said to have shuffled wrongly, and shuffle without { $about } there. It takes everybody, { $about } too.
affair-resume-unshown = There is nothing that shows it: your own program has found nothing wrong there, and goes by their word alone. Whoever agrees lets all play from there again, knowing what came since.
affair-accused-you-unfounded = { $accuser } accused you at request { $request } over { $kind }: “{ $what }” Your program has checked it again: nothing was wrong with it, the accusation is unfounded, and the game goes on. The accusation is signed and stays with the game.
affair-accused-other-unfounded = { $accuser } accused { $accused } at request { $request } over { $kind }: “{ $what }” Your program has checked it: the accusation is unfounded, and the game goes on.
affair-accused-you-open = { $accuser } accused you at request { $request } over { $kind }: “{ $what }” Only { $accuser } was shown it, so it is judged when everything is opened at the end. The game goes on.
affair-accused-other-open = { $accuser } accused { $accused } at request { $request } over { $kind }: “{ $what }” Only { $accuser } was shown it, so it is judged when everything is opened at the end. The game goes on.
affair-wrong-you = Your program has signed something wrong: { $kind } at request { $request }. “{ $what }” This is a fault of the program, or somebody else has your key. The game stops.
affair-wrong-other = { $accused } signed something wrong: { $kind } at request { $request }. “{ $what }” It is a fault of that program or a cheat. The game stops.
affair-decks-renewed = All have shuffled every deck anew: nobody knows which cards come.
affair-resumes-refused = { $name }’s program asks again and again to go back in the game. No more of that is heard.
affair-timed-out-you = { $by } waits for you no longer. If all others say so too, your place can be given to somebody else. Answer now: it still counts if it reaches anybody in time.
affair-timed-out-other = { $by } waits for { $about } no longer.
affair-differs-chain = At request { $request } { $name }’s program has other entries than yours. They are being compared; nobody is blamed.
affair-differs-entry = The first entry that differs: at request { $request } { $name } has signed two. They differ first in: { $field }.
affair-differs-state = At request { $request } { $name }’s program has a different state of the game from yours. One of the two programs has a fault, or cheats: whoever runs the signed moves again can tell which. The game stops, and both states are kept.
affair-differs-field = They differ first in: { $field }.
affair-differs-alone = Nobody else has the state of { $names }.

## The private corner of a trade

corner-title = { $giver } and { $taker } trade in private
corner-hint = { $can ->
    [choose] Nobody else sees or hears this. Choose a card to give it or to show it.
   *[wait] Nobody else sees or hears this.
}
corner-own = The hand of { $seat }
corner-other = { $seat }, as far as you have seen
corner-theirs = This is { $seat }’s to give or to show.
corner-line = Whisper to { $name }
corner-lines = What you two say
corner-unkept = What was said here before you came back is kept by nobody.
game-show-trade = Show the trade

peers-seal-good = Seal intact
peers-seal-none = Seal …
peers-seal-none-tip = Nothing of this game is checked yet.
peers-unsigned = Alone, unsigned
    .tip = A game alone needs no seal: nobody has to prove anything here. Its record can be checked against the rules when it is over.
peers-seal-broken = Seal broken
peers-seal-broken-tip = Something is wrong between the programs of this table. Open the ledger.
peers-seal-heads = All are at the same place.
peers-seal-behind = Still on their way here: { $names }.
peers-seal-proven = Every signature and every proof so far is good. Choose to open the ledger.
peers-clock = { $name } … { $left }
chronicle-when = { $when }. Press Enter again, or click twice, to look back to this moment.
