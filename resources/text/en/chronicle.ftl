# The chronicle: every fact worth telling as one sentence. Blanks come from the fact’s fields;
# $x-id is the bare id of $x, to select by. A view adds $known, what its player alone knows.
# $variant is a number from 0 to 3, so that what happens often need not sound the same every time.

## The calendar.

fact-time_advanced = { $is_night ->
    [yes] { $variant ->
        [0] Night came on { $day }.
        [1] The light failed on { $day }.
       *[other] Dusk fell on { $day }.
    }
   *[no] { $variant ->
        [0] The sun rose on { $day }.
        [1] Dawn broke on { $day }.
       *[other] { $day } dawned.
    }
}
fact-despair_grew = A week had passed, and despair spread among the hunters.
fact-rumor_gained = A rumor took root: Dracula gained a rumor token.
fact-influence_changed = { $way ->
    [up] { $cause-id ->
        [defeated-hunter-bite] A hunter lost to a bite fed the legend: Dracula’s influence grew by { $amount }.
        [defeated-hunter-damage] A hunter struck down fed the legend: Dracula’s influence grew by { $amount }.
        [despair-three-city] In a Europe without hope, Dracula’s influence grew by { $amount }.
        [despair-three-hide] In a Europe without hope, Dracula’s influence grew by { $amount }.
        [rumor-bonus] The rumor bore fruit: Dracula’s influence grew by { $amount } more.
        [winning-influence-fangs] Blood was drawn under his spell: Dracula’s influence grew by { $amount }.
        [reckless_vampire] The reckless vampire fed: Dracula’s influence grew by { $amount }.
       *[other] A vampire had come of age: Dracula’s influence grew by { $amount }.
    }
   *[down] A lair was burned out: Dracula’s influence fell by { $amount }.
}
fact-flag_raised = { $flag-id ->
    [extra_action] With new strength, each hunter may act a second time today.
    [free_order] By telegraph the hunters may now act in any order, day and night.
    [long_night] This night will be long: each hunter may travel by road in it.
    [night_combats] Until the day is over, every fight will be fought as if by night.
    [no_supply] No hunter will find supplies in the coming day and night.
    [second_phase] Dracula will move a second time before dawn.
   *[skip_day] Darkness would not lift: there will be no day.
}
fact-action_taken = { $action-id ->
    [rest] { $here-id ->
        [none] { $seat } rested.
       *[place] { $seat } rested in { $here-the }.
    }
    [search] { $here-id ->
        [none] { $seat } searched the city.
       *[place] { $seat } searched { $here-the }.
    }
    [supply] { $here-id ->
        [none] { $seat } went for supplies.
       *[place] { $variant ->
            [0] { $seat } gathered what { $here-the } had to offer.
            [1] { $seat } stocked up in { $here-the }.
           *[other] { $seat } looked for supplies in { $here-the }.
        }
    }
    [trade] { $seat } met with another hunter to trade.
   *[ability-psychic_bond] { $seat } closed { $seat-gender ->
        [female] her
       *[male] his
    } eyes and reached for Dracula’s mind.
}
fact-game_ended = { $outcome-id ->
    [dracula] Europe has fallen under Dracula’s spell. Dracula has won.
   *[hunters] Dracula crumbled to dust. The hunters have won.
}

## Hunters on the board.

fact-hunter_placed = { $seat } took up the hunt in { $place-the }.
fact-hunter_moved = { $way-id ->
    [road] { $variant ->
        [0] { $seat } traveled by road from { $origin } to { $place }.
        [1] { $seat } left { $origin } for { $place }.
       *[other] { $seat } took the road from { $origin } to { $place }.
    }
    [rail] { $seat } took the train from { $origin } to { $place }.
    [sea] { $place-kind ->
        [sea] { $origin-kind ->
            [sea] { $seat } sailed on into { $place-the }.
           *[port] { $seat } set sail from { $origin } into { $place-the }.
        }
       *[port] { $seat } came ashore in { $place }.
    }
    [leave] { $seat } left the hospital for the streets of { $place }.
   *[forced] { $seat } was driven from { $origin-the } to { $place-the }.
}
fact-hunter_delayed = { $seat } was delayed.
fact-hunter_stood_up = { $seat } was ready to go on.
fact-hunter_wounded = { $seat } suffered { $amount } damage { $source }.
fact-hunter_healed = { $seat } recovered { $amount } damage.
fact-hunter_bitten = { $seat } was bitten!
fact-bite_removed = The bite left { $seat }.
fact-harm_prevented = { $bite ->
    [yes] { $card } kept the fangs from { $seat }.
   *[no] { $card } kept { $seat } alive.
}
fact-hunter_defeated = { $cause-id ->
    [defeated-hunter-bite] One bite too many: { $seat } was carried off to the hospital in { $hospital }.
   *[other] { $seat } was struck down and carried off to the hospital in { $hospital }.
}
fact-hospital_chosen = Dracula saw to it that { $seat } would wake in { $hospital }.
fact-hunter_returned = { $seat } woke in the hospital, healed but empty-handed.
fact-dracula_wounded = Dracula suffered { $amount } damage { $source }.
fact-dracula_healed = { $source-id ->
    [fangs] Dracula drank his fill and recovered { $amount } damage.
   *[other] Dracula recovered { $amount } damage { $source }.
}

# Why somebody was hurt or healed, ended sentences like “Mina suffered 2 damage …”.
because-card = from { $card }
because-blood_transfusion = for giving blood
because-castle-recover = in the earth of his castle
because-claws = from sharp claws
because-crucifix = from the crucifix
because-customs_search = at the hands of the customs men
because-dark-call-damage = for his Dark Call
because-desecrated_soil = in desecrated soil
because-errors-step3-damage = for having no legal move
because-fangs = from the fangs
because-feed-recover = by feeding
because-garlic = from garlic
because-garlic_wreath = from a wreath of garlic
because-great_wolf = from the Great Wolf
because-heavenly_host = from a Heavenly Host
because-heroic_leap = in a heroic leap
because-holy_bullets = from holy bullets
because-knife = from a knife
because-movement-sea-dracula-embark = for leaving land
because-movement-sea-dracula-sail = on the open sea
because-pistol = from a pistol shot
because-punch = from a blow
because-rats = from rats
because-rifle = from a rifle shot
because-sense_of_emergency = in reckless haste
because-sister_agatha = from Sister Agatha’s prayers
because-strength = from a crushing blow
because-szgany_bodyguards = at the hands of Szgany bodyguards
because-szgany_mob = at the hands of a Szgany mob
because-wolf-form-damage = for taking the form of a wolf
because-wolves = from wolves

## Dracula’s trail.

fact-card_laid = { $place-id ->
    [none] { $known-id ->
        [none] { $back ->
            [sea] A ship carried Dracula over the waves: a sea card lies on the trail.
           *[land] { $space ->
                [1] { $variant ->
                    [0] Dracula kept to the shadows: a card lies face down on the trail.
                    [1] The night hid Dracula’s steps: a card lies face down on the trail.
                    [2] Somewhere a coffin was opened: a card lies face down on the trail.
                   *[other] Nobody saw where Dracula went: a card lies face down on the trail.
                }
               *[other] Dracula laid a card face down on space { $space } of the trail.
            }
        }
        [hide] Dracula laid Hide face down on space { $space } of the trail.
       *[other] Dracula went, unseen, to { $known-the }.
    }
    [hide] Dracula hid where everybody could see him.
    [castle_dracula] Dracula came home to his castle.
   *[other] Dracula came to { $place-the }, in plain sight.
}
fact-power_shown = Dracula played { $power }.
fact-lair_entered = Dracula returned to one of his lairs.
fact-card_opened = { $place-id ->
    [hide] { $slot-spot-id ->
        [unknown] Hide was turned up.
       *[known] Hide was turned up { $slot-spot-on }.
    }
   *[place] { $current ->
        [yes] Dracula was found in { $place-the }!
       *[no] { $slot-spot-id ->
            [unknown] Dracula’s trail led through { $place-the }.
           *[known] Dracula’s trail led through { $place-the }: its card was turned up { $slot-spot-on }.
        }
    }
}
fact-cards_denied = { $places-count ->
    [0] { $count ->
        [one] Proof was given that a hidden card is not Hide.
       *[other] Proof was given that { $count } hidden cards are not Hide.
    }
    [1] { $variant ->
        [0] Nobody in { $places-the } had seen Dracula.
        [1] Dracula had not been seen in { $places-the }.
       *[other] There was no trace of Dracula in { $places-the }.
    }
    [2] There was no trace of Dracula in { $places-the }.
    [3] There was no trace of Dracula in { $places-the }.
   *[other] { $count ->
        [one] Proof was given that a hidden card is none of these: { $places }.
       *[other] Proof was given that { $count } hidden cards are none of these: { $places }.
    }
}
fact-hideout_cleared = { $count ->
    [1] { $keep_card ->
        [yes] Dracula left his hideout bare.
       *[no] One of Dracula’s hideouts was cleared.
    }
   *[other] The trail went cold: { $count } of Dracula’s hideouts were cleared.
}
fact-lair_made = A hideout at the end of the trail became a lair.
fact-current_card_moved = Caught without a legal move, Dracula lost all of his trail but the place he was in.
fact-hunters_named = { $seats-count ->
    [0] Dracula was near none of the hunters.
    [1] Dracula was only one step away from { $seats }.
   *[other] Dracula was only one step away from { $seats }.
}
fact-region_told = { $region-id ->
    [none] { $there ->
        [yes] Dracula was at sea.
       *[no] Dracula was not at sea.
    }
   *[other] { $there ->
        [yes] Dracula was in { $region }.
       *[no] Dracula was not in { $region }.
    }
}

## Encounters.

fact-encounter_laid = { $known-id ->
    [none] { $hideout-spot-id ->
        [space-1] Dracula left an encounter there.
       *[spot] Dracula left an encounter { $hideout-spot-on }.
    }
   *[other] { $hideout-spot-id ->
        [space-1] Dracula left { $known } there.
       *[spot] Dracula left { $known } { $hideout-spot-on }.
    }
}
fact-encounter_opened = An encounter was turned up: { $card }.
fact-encounter_discarded = { $card-id ->
    [none] An encounter was discarded unseen.
   *[other] An encounter was discarded: { $card }.
}
fact-encounter_taken_back = { $card } slipped back into Dracula’s hand.
fact-bodyguards_kept = { $card } rallied to Dracula’s side.
fact-bodyguards_spent = { $card } struck before the fight and were gone.
fact-vampire_wounded = { $way ->
    [hurt] The vampire suffered { $amount } damage.
   *[healed] The vampire recovered { $amount } damage.
}
fact-rumor_laid = A rumor spread about the hideout { $hideout-spot-on }.

## Weather, roads and holy ground.

fact-fog_placed = { $count ->
    [1] Fog crept into { $place-the }.
   *[other] Thick fog rolled into { $place-the }.
}
fact-fog_thinned = The fog in { $place-the } thinned.
fact-storm_placed = A storm broke over { $place-the }.
fact-storm_removed = The storm over { $place-the } passed.
fact-roadblock_placed = { $way ->
    [rail] The railway between { $first } and { $second } was blocked.
   *[road] The road between { $first } and { $second } was blocked.
}
fact-roadblock_removed = { $way ->
    [rail] The railway between { $first } and { $second } was open again.
   *[road] The road between { $first } and { $second } was open again.
}
fact-ground_consecrated = The ground of { $place-the } was consecrated.
fact-ground_desecrated = The ground of { $place-the } lost its blessing.
fact-host_placed = A Heavenly Host stood guard over { $place-the }.
fact-host_expired = The Heavenly Host over { $place-the } was spent.
fact-bats_given = Bats gathered around { $seat }.
fact-bats_flew = The bats left { $seat }.

## Cards and tickets.

fact-cards_drawn = { $kind-id ->
    [tickets] { $count ->
        [one] { $seat } reserved a railway ticket.
       *[other] { $seat } reserved { $count } railway tickets.
    }
   *[other] { $known-count ->
        [0] { $count ->
            [one] { $seat } drew { $kind-one }.
           *[other] { $seat } drew { $count } { $kind }.
        }
       *[other] { $seat } drew { $known }.
    }
}
fact-card_played = { $seat } played { $card }.
fact-card_discarded = { $card-id ->
    [none] { $seat } discarded { $kind-one } face down.
   *[other] { $seat } discarded { $card }.
}
fact-card_shown = { $seat } showed { $card }.
fact-hand_shown = { $seat } showed all { $kind }: { $cards }.
fact-card_returned = { $card } went back to { $seat-own } hand.
fact-card_exposed = { $seat }, weakened, laid { $card } open.
fact-card_covered = { $seat } took { $kind-one } back into { $seat-gender ->
    [female] her
   *[male] his
} hand.
fact-card_given = { $giver } handed { $kind-one } to { $taker }.
fact-card_shown_to_partner = { $giver } let { $taker } look at { $kind-one }.
fact-ticket_returned = { $seat } handed in a ticket.
fact-ticket_shown = The ticket was shown to all: { $ticket-numbers }.
fact-card_laid_in_front = { $seat } held { $card } ready.
fact-card_left_front = { $card } was discarded.
fact-pile_shuffled = { $kind-id ->
    [items] The item deck was shuffled anew.
    [encounters] The encounter deck was shuffled anew.
   *[events] The event deck was shuffled anew.
}
fact-event_buried = An event of Dracula’s was discarded, seen by nobody.
fact-event_turned_up = { $card } was discarded from the event deck.
fact-cards_taken_up = { $slots-count ->
    [one] One card was taken up to be looked at.
   *[other] For a closer look, { $slots-count } { $kind } were taken up.
}
fact-taken_up_kept = { $seat } kept one of them.
fact-ally_played = { $seat-id ->
    [dracula] { $card } entered Dracula’s service.
   *[hunters] { $card } joined the hunters.
}
fact-ally_dismissed = { $seat-id ->
    [dracula] { $card } left Dracula’s service.
   *[hunters] { $card } left the hunters.
}
fact-ally_taken_back = { $card } came back.

## Fights.

fact-combat_refused = Dracula melted into the fog and would not fight { $seats }.
fact-combat_began = { $opponent-id ->
    [dracula] { $night ->
        [yes] In the dark of { $city }, { $hunters } stood face to face with Dracula.
       *[no] In { $city }, { $hunters } stood face to face with Dracula.
    }
   *[vampire] { $by_ambush ->
        [yes] In { $city }, { $opponent-id ->
            [aristocratic_vampire] an { $opponent }
           *[other] a { $opponent }
        } sprang at { $hunters }.
       *[no] In { $city }, { $hunters } cornered { $opponent-id ->
            [aristocratic_vampire] an { $opponent }
           *[other] a { $opponent }
        }.
    }
}
# One part of fact-combat_cards_revealed.
fact-combat_cards_revealed-one = { $kind ->
    [unknown] { $first ->
        [yes] The vampire chose { $card }
       *[no] the vampire chose { $card }
    }
    [encounter] { $first ->
        [yes] The { $fighter } chose { $card }
       *[no] the { $fighter } chose { $card }
    }
   *[seat] { $fighter } chose { $card }
}
fact-combat_cards_revealed = { $cards }.
fact-hunter_engaged = { $seat } was singled out.
fact-hunter_mesmerized = { $seat } fell under the vampire’s gaze.
fact-escapes_barred = In his fury Dracula would not flee from this fight.
fact-hunter_left_combat = { $by-id ->
    [escape] { $seat } slipped away from the fight.
    [escape_route] { $seat } left by an Escape Route.
    [holy_circle] The Holy Circle took { $seat } out of the fight.
    [heavenly_host] { $seat } was out of the fight.
    [fangs] { $seat } sank down, out of the fight.
    [defeated-hunter-bite] { $seat } could fight no more.
   *[defeated-hunter-damage] { $seat } could fight no more.
}
fact-combat_ended = { $cause-id ->
    [vampire-defeat] The vampire was destroyed.
    [combat-hunter-escape] No hunter was left in the fight.
    [combat-step5-all-defeated] No hunter was left standing.
    [combat-step5-escape-ends] The vampire escaped from the fight.
    [combat-step7-six] At last the fight broke off.
   *[combat-end-stay] The fight was over.
}
fact-combat_card_fetched = Dracula took a card of his choice from his combat deck.
fact-combat_card_exchanged = { $seat } switched to { $card }.
fact-hunter_card_canceled = { $by-id ->
    [mesmerize] Spellbound, { $seat } could not act.
    [plotting] Dracula had foreseen it: { $seat-own } card came to nothing.
   *[strength] { $seat-own } card was no match for such strength.
}
fact-combat_item_discarded = { $seat } lost { $card }.
fact-dracula_card_canceled = { $by-id ->
    [combat-step5-pride] Pride forbade it: { $card } came to nothing.
    [vampire-escape-three] It was too soon to flee: { $card } came to nothing.
    [golden-cannot] He could not flee: { $card } came to nothing.
   *[card] { $by-card } foiled { $card }.
}
fact-dracula_card_resolved = { $card-id ->
    [escape_as_bat] A bat rose into the air.
   *[escape_as_mist] The vampire dissolved into mist.
}
fact-plot_laid = A plan lies ready against the hunters.
