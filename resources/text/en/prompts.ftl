# What a player is asked, and the words on the buttons. ask-<what>: the question; $seat is asked,
# $others, $places, $cards and $kinds are whom and what it concerns, $done how many are chosen.

# Why not: made from the clause that forbids it, where the clause has no words of its own for that.
refusal = { $title } — { $text }
refusal-card = { $title } does not allow this. { $text }

## Questions put to several at once, and the joint work of all.

ask-together = { $count ->
    [one] { $first }
   *[other] { $first } (and others are asked as well)
}
ask-window = { $moment }: does { $seat } play a card?
ask-shuffle-joint = Everyone shuffles { $pile } together.
ask-shuffle = { $seat } mixes { $pile }.
ask-deal = { $to-id ->
    [none] { $count ->
        [one] A card goes back unseen.
       *[other] { $count } cards go back unseen.
    }
   *[seat] { $count ->
        [one] A card is dealt to { $to }.
       *[other] { $count } cards are dealt to { $to }.
    }
}
ask-reveal = { $to-id ->
    [none] { $count ->
        [one] A card is turned up for all to see.
       *[other] { $count } cards are turned up for all to see.
    }
   *[seat] { $count ->
        [one] A card is shown to { $to } alone.
       *[other] { $count } cards are shown to { $to } alone.
    }
}
ask-lot = Everyone draws a lot together.

## What Dracula must answer about his hidden cards.

ask-cards_at = Has Dracula been in { $place-the }?
ask-cards_among = { $places-count ->
    [0] Is this card of the trail Hide?
    [1] Is this card of the trail { $places-the }?
   *[other] Is this card of the trail one of { $places-count } places?
}
ask-open_cards = { $count ->
    [one] Dracula turns up a card of his trail.
   *[other] Dracula turns up { $count } cards of his trail.
}
ask-slot_is_among = { $places-count ->
    [0] Is the card { $spot-on } Hide?
   *[other] Is the card { $spot-on } one of { $places-count } places?
}
ask-current_is_among = { $places-count ->
    [1] Is Dracula in { $places-the }?
   *[other] Is Dracula in one of { $places-count } places?
}
ask-which_of = Where is Dracula?
ask-not_hide = Dracula shows that Hide is not among these cards.
ask-card_is_among = { $seat } shows that the card is of the right kind.

## Setting out.

ask-setup-start = Where does { $seat } begin the hunt?
ask-setup-dracula = Where does Dracula begin?

## Hunters’ turns.

ask-action = What does { $seat } do?
ask-turn-order = Who acts next?
ask-rail-declare = { $seat }: add a card to the railway journey?
ask-rail-destination = Where does { $seat } ride to?
ask-rail-carriage = Where does the Chartered Carriage take { $seat }?
ask-rail-false-tip = False Tip: where does the train take { $others }?
ask-horses-destination = Fast Horses: where does { $seat } ride?
ask-emergency-destination = Sense of Emergency: where does { $seat } hurry?
ask-weather-first = Excellent Weather: where does { $seat } sail first?
ask-weather-second = Where does { $seat } sail next?
ask-ticket-keep = { $known-id ->
    [none] Does { $seat } keep this ticket?
   *[known] Does { $seat } keep this ticket, { $known-numbers }?
}
ask-ticket-again = Does { $seat } draw a second ticket?
ask-ticket-give-up = Which ticket does { $seat } give up?
ask-trade = What passes from { $seat } to { $others }?
ask-search-before = Does { $seat } show a card before searching?
ask-search-order = Which encounter does { $seat } face first?
ask-search-found = { $cards-id ->
    [stake] Which vampire does { $seat } stake?
   *[none] { $seat }: play a card on what the search found?
}
ask-encounter-answer = How does { $seat } answer { $cards }?
ask-ambush-avoid = Does { $seat } escape the ambush with a card?
ask-supply-item-limit = Too many items: which one does { $seat } discard?
ask-events-over-limit-discard = Too many events: which one does { $seat } discard?
ask-weakened-expose = { $kinds-id ->
    [events] Weakened: which event does { $seat } lay open?
   *[items] Weakened: which item does { $seat } lay open?
}
ask-weakened-swap = Does { $seat } lay another card open instead?
ask-weakened-cover = Does { $seat } take open cards back for the fight?

## Moments for cards.

ask-dawn-events = { $seat }: play an event at dawn?
ask-dusk-events = { $seat }: play an event at dusk?
ask-day-free = { $seat }: play an event now?
ask-event-drawn = { $seat }: what becomes of the event just drawn?
ask-event-over-limit = Too many events: does { $seat } play one?
ask-event-cancel = Dracula: silence this news?
ask-falsetip-cancel = { $seat }: cancel False Tip?
ask-rail-spend = A ticket is spent. Dracula: play a card?
ask-move-road-done = A hunter has traveled by road. Dracula: play a card?
ask-move-region-crossed = A hunter has crossed a border. Dracula: play a card?
ask-harm-prevent = { $others-count ->
    [0] { $seat }: prevent the harm?
   *[other] { $harm ->
        [bite] { $seat }: prevent the bite?
       *[damage] { $seat }: prevent the deadly damage?
    }
}
ask-dracula-phase = Dracula: play an event before moving?
ask-dracula-end = Dracula: play an event at the end of the phase?
ask-dracula-allies = Which encounter does Dracula exchange?
ask-consecrate-hosts = Does { $seat } show Heavenly Host to place a token?

## Dracula’s phase.

ask-dracula-card = Where does Dracula go?
ask-dracula-bat = Where does the bat fly?
ask-dracula-encounter = Which encounter does Dracula leave here?
ask-dracula-rumor = Where does Dracula spread a rumor?
ask-dracula-slide-off = A hideout has slid off the trail. What becomes of it?
ask-mature-choose = Which encounter does Dracula let mature?
ask-lairs-full = All lairs are full. Which one is cleared?
ask-arrival-ambush = { $others } has come to { $places-the }. Does Dracula ambush?
ask-bats-carry = Where do the bats carry { $others }?
ask-defeat-hospital = In which hospital does { $others } wake?
ask-dusk-roadblock = Which roadblock is removed?
ask-dusk-storm = Which storm passes?

## Fights.

ask-combat-refuse = Fog covers the city. Does Dracula fight { $others }?
ask-combat-before = Against whom do the Szgany Bodyguards strike?
ask-combat-join = Does { $seat } join { $others } against the vampire?
ask-combat-start = { $seat }: play a card before the fight?
ask-combat-choose = Which card does { $seat } fight with?
ask-combat-engage = Whom does Dracula go for?
ask-combat-swap = { $seat }: switch the card for another?
ask-combat-plotting = Plotting: cancel { $others-own } card?
ask-combat-cancel-dracula = Dracula’s card is about to be canceled. Play a card?
ask-combat-escape = { $seat }: cancel { $cards } with Lucy’s Revenge?
ask-combat-firearm = { $seat }: fire Holy Bullets?
ask-combat-circle = Whom does the Holy Circle take out of the fight?
ask-combat-claws = Claws at night: who suffers 2 more damage?
ask-combat-fetch = Plotting: which combat card does Dracula take?
ask-combat-bat = Does Dracula fly away as a bat?

## Choices on cards.

ask-ally-choice = { $cards }: use it at once, or keep it as an ally?
ask-behind_the_veil-encounter = Behind the Veil: which encounter is discarded?
ask-blood_transfusion-hunter = Blood Transfusion: whose bite is healed?
ask-consecrated_ground-city = Which city is consecrated?
ask-heavenly_host-city = Over which city does the Heavenly Host stand guard?
ask-customs_search-effect = Customs Search: what does { $seat } lose?
ask-desecrated_soil-discard = Desecrated Soil: which encounter is discarded?
ask-devilish_power-effect = Devilish Power: to what end?
ask-draculas_brides-hideout = Dracula’s Brides: which hideout gets an encounter?
ask-draculas_brides-encounter = Dracula’s Brides: which encounter is laid there?
ask-hidden_schemes-encounter = Hidden Schemes: which encounter is laid there?
ask-escape_route-hunter = Escape Route: who gets away?
ask-good_luck-effect = Good Luck: to what end?
ask-good_luck-roadblock = Good Luck: which roadblock is removed?
ask-great_wolf-hunter = Great Wolf: whom does it attack?
ask-hired_scouts-city = { $done ->
    [0] Hired Scouts: which city do they watch first?
   *[other] Hired Scouts: which city besides { $places }?
}
ask-hoax-keep = Hoax: which event does Dracula keep?
ask-jonathan_harker-city = Jonathan Harker: which city is asked about?
ask-rufus_smith-city = Rufus Smith: which city is asked about?
ask-sister_agatha-city = Sister Agatha: which city is asked about?
ask-lucky_find-keep = Lucky Find: which item does { $seat } keep?
ask-money_trail-card = Money Trail: which sea card is turned up?
ask-newspaper_reports-space = Newspaper Reports: which card is turned up?
ask-roadblock-way = Where does Dracula put a roadblock?
ask-saboteur-way = Saboteur: which road or railway is blocked?
ask-seduction-vampire = Seduction: which vampire bites { $others }?
ask-spy-hunter = Spy: on whom?
ask-summon_storms-sea = Where does Dracula send a storm?
ask-surprising_return-card = Surprising Return: who comes back?
ask-unnatural_fog-city = Unnatural Fog: which city does it cover?
ask-vampire_lair-stake = Vampire Lair: which Stake is spent?
ask-vampiric_influence-hunter = Vampiric Influence: whose mind does Dracula enter?
ask-vampiric_influence-card = Vampiric Influence: which card does { $others } lose?
ask-vampiric_influence-city = Vampiric Influence: where is { $others } sent?
ask-wax_cylinders-effect = Wax Cylinders: what does { $seat } listen for?
ask-wax_cylinders-hideout = Wax Cylinders: which hideout is searched?
ask-wild_horses-city = Wild Horses: where is { $others } taken?
ask-wolves-city = Wolves: which city do they attack?

## Buttons. option-<kind>-at-<what> is for one question alone; $beside is the kind of what else can
## be answered, $count how many things it is about.

option-pass = Pass
option-pass-at-action = Do nothing
option-pass-at-event-drawn = { $count ->
    [one] Keep it
   *[other] Keep them
}
option-pass-at-weakened-swap = Leave it so
option-pass-at-rail-destination = Stay; the ticket is spent
option-pass-at-dracula-rumor = No rumor
option-pass-at-combat-swap = Keep the card
option-pass-at-encounter-answer = { $beside ->
    [discard] Discard nothing
   *[show] Show nothing
}
option-pass-at-dracula-allies = Exchange nothing
option-pass-at-search-before = Show nothing
option-pass-at-consecrate-hosts = Show nothing
option-step_in = Play
option-done = Done
option-done-at-arrival-ambush = No ambush
option-done-at-mature-choose = None of these
option-done-at-search-found = None of these
option-done-at-horses-destination = Stay
option-done-at-weather-second = Sail no further
option-accept = Yes
option-accept-at-ticket-keep = Keep it
option-accept-at-combat-refuse = Fight
option-accept-at-combat-join = Join
option-accept-at-combat-bat = Fly
option-accept-at-encounter-answer = Accept the delay
option-accept-at-weakened-cover = Take them back
option-decline = No
option-decline-at-encounter-answer = Refuse the delay
option-decline-at-ticket-keep = Return it
option-decline-at-combat-refuse = Refuse
option-decline-at-combat-join = Stay out
option-decline-at-combat-bat = Stay
option-decline-at-weakened-cover = Leave them open
option-road_to = Road to { $place }
option-sea_to = { $place-kind ->
    [sea] Sail to { $place-the }
   *[port] Land at { $place }
}
option-rail_by = { $known-id ->
    [none] Railway
   *[ticket] Railway, ticket { $known-numbers }
}
option-leave_hospital = Leave the hospital
option-reserve_ticket = Reserve a ticket
option-rest = Rest
option-search = Search
option-supply = Supply
option-trade = Trade with { $seat }
option-lead = Leader: exchange events with { $seat }
option-use_ability = { $ability }
option-pick_place = { $place }
option-pick_seat = { $seat }
option-pick_slot = { $known-id ->
    [none] { $spot-id ->
        [unknown] Hidden card
       *[spot] { $spot-title }
    }
   *[known] { $spot-id ->
        [unknown] { $known }
       *[spot] { $spot-title }: { $known }
    }
}
option-pick_slot-at-combat-plotting = Use Plotting
option-pick_card = { $card }
option-pick_way = { $way ->
    [rail] Railway { $first } – { $second }
   *[road] Road { $first } – { $second }
}
option-play = Play { $card }
option-discard = Discard { $card }
option-show = Show { $card }
option-expose = Lay { $card } open
option-give = { $known-id ->
    [none] Give a hidden card
   *[known] Give { $known }
}
option-show_partner = { $known-id ->
    [none] Show a hidden card
   *[known] Show { $known }
}

ability-psychic_bond = Psychic Bond

effect-ally-choice-effect = Use it at once
effect-ally-choice-ally = Keep as an ally
effect-customs_search-effect-discard = Discard all items
effect-customs_search-effect-damage = Suffer 3 damage
effect-devilish_power-effect-ground = Remove Consecrated Ground
effect-devilish_power-effect-ally = Drive off the hunters’ ally
effect-devilish_power-effect-supply = Bar the hunters from supply
effect-dracula-slide-off-mature = Let it mature
effect-dracula-slide-off-lair = Make it a lair
effect-good_luck-effect-roadblock = Remove a roadblock
effect-good_luck-effect-ally = Drive off Dracula’s ally
effect-wax_cylinders-effect-deduction = Open a hideout’s encounters
effect-wax_cylinders-effect-analysis = Find Hide

## Answers that are not picked from a list.

answer-done = Done
answer-yes = Yes
answer-no = No
answer-nothing = None of them
answer-sealed = Sealed
answer-no_card = No legal card
# Dracula’s own move, as he alone sees it.
answer-laid = { $power-id ->
    [wolf_form] { $lair ->
        [yes] Wolf Form to { $place } (lair)
       *[no] { $face ->
            [yes] Wolf Form to { $place } (open)
           *[no] Wolf Form to { $place }
        }
    }
    [misdirect] { $target-id ->
        [unknown] Misdirect, then { $place }
       *[spot] { $lair ->
            [yes] Misdirect { $target }, then { $place } (lair)
           *[no] { $face ->
                [yes] Misdirect { $target }, then { $place } (open)
               *[no] Misdirect { $target }, then { $place }
            }
        }
    }
   *[none] { $place-id ->
        [none] { $stay }
       *[place] { $lair ->
            [yes] { $place } (lair)
           *[no] { $face ->
                [yes] { $place } (open)
               *[no] { $place }
            }
        }
    }
}
# The same, as everybody sees it.
answer-shape = { $power-id ->
    [none] { $lair ->
        [yes] Back to a lair
       *[no] { $face-id ->
            [none] { $back ->
                [sea] A sea card, face down
                [castle] Castle Dracula
               *[land] A card face down
            }
           *[place] { $face }, open
        }
    }
    [wolf_form] Wolf Form, to a hidden place
    [misdirect] { $target-id ->
        [unknown] Misdirect
       *[spot] Misdirect on { $target }
    }
   *[power] { $power }
}
