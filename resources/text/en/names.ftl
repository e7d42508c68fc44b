# Names of characters, places, decks and days. A name's attributes are its forms; forms-<family>
# lists those that sentences use. A name without a form is the same in it.

language-name = English
# How a day and its time are written: letters as Qt reads them (yyyy, MMM, d, HH, mm).
date-form = d MMM yyyy, HH:mm

list-next = { $first }, { $second }
list-last = { $first } and { $second }

## Characters. own: possessive; full: on sheets and seats; gender: to select he or she.

forms-seat = own full gender

seat-dracula = Dracula
    .own = Dracula’s
    .full = Count Dracula
    .gender = male
seat-godalming = Lord Godalming
    .own = Lord Godalming’s
    .gender = male
seat-seward = Dr. Seward
    .own = Dr. Seward’s
    .full = Dr. John Seward
    .gender = male
seat-van_helsing = Van Helsing
    .own = Van Helsing’s
    .full = Abraham Van Helsing
    .gender = male
seat-mina = Mina
    .own = Mina’s
    .full = Mina Harker
    .gender = female
seat-everyone = everyone
    .own = everyone’s
    .gender = several

## Places. the: with its article; kind: sea where one sails.

forms-place = the kind

place-adriatic_sea = Adriatic Sea
    .the = the Adriatic Sea
    .kind = sea
place-alicante = Alicante
place-amsterdam = Amsterdam
place-athens = Athens
place-barcelona = Barcelona
place-bari = Bari
place-belgrade = Belgrade
place-berlin = Berlin
place-black_sea = Black Sea
    .the = the Black Sea
    .kind = sea
place-bordeaux = Bordeaux
place-brussels = Brussels
place-bucharest = Bucharest
place-budapest = Budapest
place-cadiz = Cádiz
place-cagliari = Cagliari
place-castle_dracula = Castle Dracula
place-clermont_ferrand = Clermont-Ferrand
place-cologne = Cologne
place-constanta = Constanța
place-dublin = Dublin
place-edinburgh = Edinburgh
place-english_channel = English Channel
    .the = the English Channel
    .kind = sea
place-florence = Florence
place-frankfurt = Frankfurt
place-galatz = Galatz
place-galway = Galway
place-geneva = Geneva
place-genoa = Genoa
place-granada = Granada
place-hamburg = Hamburg
place-ionian_sea = Ionian Sea
    .the = the Ionian Sea
    .kind = sea
place-irish_sea = Irish Sea
    .the = the Irish Sea
    .kind = sea
place-klausenburg = Klausenburg
place-le_havre = Le Havre
place-leipzig = Leipzig
place-lisbon = Lisbon
place-liverpool = Liverpool
place-london = London
place-madrid = Madrid
place-manchester = Manchester
place-marseilles = Marseilles
place-mediterranean_sea = Mediterranean Sea
    .the = the Mediterranean Sea
    .kind = sea
place-milan = Milan
place-munich = Munich
place-nantes = Nantes
place-naples = Naples
place-north_atlantic = North Atlantic
    .the = the North Atlantic
    .kind = sea
place-north_sea = North Sea
    .the = the North Sea
    .kind = sea
place-nuremberg = Nuremberg
place-paris = Paris
place-plymouth = Plymouth
place-prague = Prague
place-rome = Rome
place-salonica = Salonica
place-santander = Santander
place-saragossa = Saragossa
place-sarajevo = Sarajevo
place-sofia = Sofia
place-south_atlantic = South Atlantic
    .the = the South Atlantic
    .kind = sea
place-strasbourg = Strasbourg
place-swansea = Swansea
place-szeged = Szeged
place-toulouse = Toulouse
place-tyrrhenian_sea = Tyrrhenian Sea
    .the = the Tyrrhenian Sea
    .kind = sea
place-valona = Valona
place-varna = Varna
place-venice = Venice
place-vienna = Vienna
place-zagreb = Zagreb
place-zurich = Zurich

region-brittanica = Britannica
region-iberia = Iberia
region-gallia = Gallia
region-germania = Germania
region-italia = Italia
region-austro_hungaria = Austro-Hungaria
region-baltica = Baltica
region-sea = the sea

## Where a card of Dracula’s lies. on: where something is put; title: on a button.

forms-spot = on title

spot-space-1 = space 1
    .on = on space 1 of the trail
    .title = Space 1
spot-space-2 = space 2
    .on = on space 2 of the trail
    .title = Space 2
spot-space-3 = space 3
    .on = on space 3 of the trail
    .title = Space 3
spot-space-4 = space 4
    .on = on space 4 of the trail
    .title = Space 4
spot-space-5 = space 5
    .on = on space 5 of the trail
    .title = Space 5
spot-space-6 = space 6
    .on = on space 6 of the trail
    .title = Space 6
spot-lair-1 = the first lair
    .on = in the first lair
    .title = First lair
spot-lair-2 = the second lair
    .on = in the second lair
    .title = Second lair
spot-lair-3 = the third lair
    .on = in the third lair
    .title = Third lair
spot-fallen = the hideout that slid off
    .on = in the hideout that slid off the trail
    .title = The hideout that slid off
spot-unknown = the trail
    .on = on the trail

## Kinds of cards. one: one of them.

forms-kind = one

kind-items = items
    .one = an item
kind-events = events
    .one = an event
kind-tickets = tickets
    .one = a ticket
kind-encounters = encounters
    .one = an encounter

# The line above a card’s text.
deck-item = { $keyword ->
    [weapon] Item · weapon
   *[none] Item
}
deck-hunter_event = { $keyword ->
    [ally] Hunter event · ally
    [own] Hunter event · { $seat } only
   *[none] Hunter event
}
deck-dracula_event = { $keyword ->
    [ally] Dracula event · ally
   *[none] Dracula event
}
deck-encounter = { $keyword ->
    [vampire] Encounter · vampire
   *[none] Encounter
}
deck-hunter_combat = Hunter combat card
deck-dracula_combat = Dracula combat card
deck-power = Power card
deck-ticket = Railway ticket

# Backs of cards.
back-land = a land card
back-sea = a sea card
back-castle = the card of the Castle
back-hunter = a hunter event
back-dracula = a Dracula event

# Piles that are shuffled.
pile-event_deck = the event deck
pile-item_deck = the item deck
pile-encounter_deck = the encounter deck
pile-ticket_pool = the tickets
pile-combat_deck = Dracula’s combat cards
pile-items = the items
pile-events = the events
pile-encounters = the encounters
pile-tickets = the tickets
pile-combat = the combat cards
pile-hoax = the events at hand

# A ticket by its white and its yellow number. numbers: these alone.
forms-ticket = numbers

ticket-3-2 = Ticket 3/2
    .numbers = 3/2
ticket-2-2 = Ticket 2/2
    .numbers = 2/2
ticket-2-1 = Ticket 2/1
    .numbers = 2/1
ticket-1-1 = Ticket 1/1
    .numbers = 1/1
ticket-1-none = Ticket 1/–
    .numbers = 1/–

## The calendar.

day-0 = Monday
day-1 = Tuesday
day-2 = Wednesday
day-3 = Thursday
day-4 = Friday
day-5 = Saturday
day-6 = Sunday

step-setup = Set-up
step-dawn = Dawn
step-day = Day
step-dusk = Dusk
step-night = Night
step-dracula = Dracula’s phase

## How a game ends, and what is played.

outcome-dracula = Dracula has won
outcome-hunters = The hunters have won

cause-winning-dracula = His influence over Europe is complete.
cause-defeated-dracula = Dracula is destroyed.

preset-fourth = Fourth edition
    .text = The rules of the fourth edition. The best choice if you do not know which.
preset-third-pl = Third edition, Polish
    .text = As the Polish text of the third edition reads.
preset-third-ru = Third edition, Russian
    .text = As the Russian text of the third edition reads.
preset-third-es = Third edition, Spanish
    .text = As the Spanish text of the third edition reads.
preset-first-game = First game
    .text = For newcomers: no rumors, no power cards, no lairs, and fixed starting cities.

# Of a game that was begun under older rules: their number stands beside the preset.
preset-older = { $edition }, version { $number } of the rules
rules-older = This game goes by version { $number } of the rules. Unlike “{ $edition }” today:

## What a state of the game consists of, where those of two programs differ.

field-hunters = the hunters’ sheets
field-dracula = Dracula’s sheet, his trail and his lairs
field-round = the number of the round
field-step = the part of the day
field-day = the day of the week
field-is_night = day or night
field-influence = the influence
field-despair = the despair
field-flags = the effects that last
field-acted = who has had a turn
field-actions = the actions of this turn
field-standing = the standing orders
field-outcome = who has won
field-cause = why the game ended
field-fog = the fog
field-storms = the storms
field-roadblocks = the roadblocks
field-consecrated = where Consecrated Ground lies
field-hosts = where Heavenly Host lies
field-rumor_pool = the rumor tokens in the pool
field-rumors_out = the rumor tokens out of the game
field-powers_resting = the power cards that rest
field-hunter_ally = the hunters’ ally
field-event_deck = the event deck
field-backs = the backs of the event deck
field-event_discard = the discarded events
field-item_deck = the item deck
field-item_discard = the discarded items
field-encounter_deck = the encounter deck
field-encounter_discard = the discarded encounters
field-ticket_pool = the pool of tickets
field-pool_changed = whether tickets came back to the pool
field-resolving = the cards being played
field-combat = the fight
field-clues = what is known of the hidden trail
field-slots_made = the count of cards that were hidden
field-unknown = something this program does not know
field-within = { $field } ({ $path })
