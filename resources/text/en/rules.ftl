# The rules as a book: chapters, topics, and a title for every clause. The sentence of a clause is in
# rules/clauses.toml; a translation says it as the attribute “text” of the title. The attribute “no” is
# what a player reads who wants what the clause forbids. Cards, moments and switches have their own
# names for titles.

## Chapters.

chapter-aim = The aim
chapter-beginning = Beginning a game
chapter-round = A round
chapter-map = The map
chapter-hunters = The hunters’ turns
chapter-dracula = Dracula’s turn
chapter-powers = Power cards
chapter-encounters = Encounters
chapter-combat = Combat
chapter-harm = Wounds, bites and defeat
chapter-events = Events and allies
chapter-tokens = Tokens on the board
chapter-secrets = What is hidden and what is shown
chapter-cards = The cards
chapter-variants = Rules to choose

## Topics.

topic-golden-rules = Golden rules
topic-winning-the-game = Winning the game
topic-advanced-setup = Set-up
topic-quick-reference = The round at a glance
topic-dawn-and-dusk = Dawn and dusk
topic-activation-order = Activation order
topic-despair-tokens = Despair
topic-locations = Locations
topic-regions = Regions
topic-adjacency = Adjacency
topic-hospitals = Hospitals
topic-castle-dracula = Castle Dracula
topic-actions = Actions
topic-movement = Movement
topic-reserve-a-ticket = Reserve a ticket
topic-rest = Rest
topic-search = Search
topic-supply = Supply
topic-trade = Trade
topic-abilities = Abilities
topic-dracula-phase = Dracula’s phase
topic-the-trail = The trail
topic-draculas-current-location = Where Dracula is
topic-hideouts = Hideouts
topic-lairs = Lairs
topic-maturing = Maturing
topic-rumor-tokens = Rumors
topic-dracula-errors = Dracula’s errors
topic-power-cards = Power cards
topic-dark-call = Dark Call
topic-feed = Feed
topic-hide = Hide
topic-misdirect = Misdirect
topic-wolf-form = Wolf Form
topic-encounter-cards = Encounter cards
topic-ambush = Ambush
topic-vampire-encounters = Vampires
topic-combat = Combat
topic-banners = Banners
topic-mesmerize = Mesmerize
topic-escape-as-bat = Escape as Bat
topic-escape-as-mist = Escape as Mist
topic-cancel = Canceling
topic-damage = Damage
topic-bitten = Bites
topic-weakened = Weakened
topic-delayed = Delayed
topic-defeated = Defeated
topic-great-strength = Great Strength
topic-event-cards = Event cards
topic-allies = Allies
topic-consecrated-ground = Consecrated Ground
topic-bats-token = Bats
topic-fog-tokens = Fog
topic-roadblock-tokens = Roadblocks
topic-storm-tokens = Storms
topic-reveal = Revealing
topic-hidden-information = Hidden information
topic-obligations = What must be answered
topic-cards = Every card
topic-moments = Moments for cards
topic-switches = Switches

## Golden Rules.

clause-golden-precedence-reference = The reference comes first
clause-golden-precedence-component = A card overrides the rules
clause-golden-cannot = “Cannot” is absolute
clause-golden-may = “May” can be declined
clause-golden-learn-first = Learning the game

## Winning the Game.

clause-winning-dracula = How Dracula wins
clause-winning-tie = Both at once
clause-winning-earlier-step = Whichever comes first
clause-winning-influence-vampire = Influence from vampires
clause-winning-influence-fangs = Influence from Fangs

## Advanced Setup.

clause-setup-advanced-after-first-game = After a first game
clause-setup-sequence = The steps of set-up
clause-setup-board-centre = The board in the middle
clause-setup-influence-zero = Influence starts at zero
clause-setup-time-monday-day = The game begins on a Monday
clause-setup-roles-dracula = One player is Dracula
clause-setup-roles-dracula-seat = Where Dracula sits
clause-setup-roles-hunters = The hunters’ players
clause-setup-roles-sheet-and-figure = Sheets and figures
clause-setup-roles-hunter-aid = The hunters’ reference
clause-setup-roles-dracula-map = Dracula’s map
clause-setup-items-deck = The item deck
clause-setup-events-single-deck = One event deck for both sides
clause-setup-hunter-combat-piles = The hunters’ combat cards
clause-setup-encounters-deck = The encounter deck
clause-setup-dracula-combat-deck = Dracula’s combat deck
clause-setup-location-deck-sorted = The location cards are sorted
clause-setup-location-deck-power-cards = Power cards in the location deck
clause-setup-decks-dracula-side = Dracula’s decks
clause-setup-tickets-facedown = The pool of tickets
clause-setup-tokens-pool = The supply of tokens
clause-setup-encounters-hand = Dracula’s first encounters
clause-setup-rumor-one = Dracula’s first rumor
clause-setup-hunters-start-city = Where hunters start
    .no = A hunter starts in a city.
clause-setup-hunters-before-dracula = Hunters choose first
clause-setup-dracula-secret-choice = Dracula starts in secret
clause-setup-dracula-card-facedown = Dracula’s first card
clause-setup-dracula-figure-circle = Dracula’s figure waits
clause-setup-dracula-not-sea = Dracula does not start at sea
    .no = Dracula cannot start at sea.
clause-setup-dracula-not-castle = Dracula does not start at home
    .no = Dracula cannot start in Castle Dracula.
clause-setup-dracula-not-hunter-city = Dracula does not start beside a hunter
    .no = Dracula cannot start where a hunter stands.
clause-setup-dracula-no-encounter = No encounter at the start

## Quick Reference.

clause-round-phases = Two phases
clause-round-hunter-phase = Dawn, day, dusk, night
clause-icons-seven = Seven icons
clause-icons-where = Where icons are
clause-icons-theme = What icons show

## Dawn and Dusk.

clause-dawn-before-day = When dawn comes
clause-dawn-advance = Dawn moves the clock
clause-dusk-before-night = When dusk comes
clause-dusk-advance = Dusk moves the clock
clause-dawn-week-despair = A week passes
clause-dawn-week-rumor = A rumor with every despair
clause-dawn-events-after-marker = When events of dawn and dusk are played
clause-dawn-combat-after-marker = When hunters and Dracula fight

## Activation Order.

clause-activation-printed = The activation number
clause-activation-sequence = The order of the hunters

## Despair Tokens.

clause-despair-weeks = Despair counts weeks
clause-despair-three-city = All despair: cities feed Dracula
clause-despair-three-hide = All despair: so does Hide

## Locations.

clause-locations-meaning = What a location is
clause-locations-cards = Location cards
clause-locations-hospitals = Hospitals are no locations
clause-locations-shared = Sharing a location
clause-locations-with-encounter = Sharing it with an encounter
    .no = No encounter lies in this place.
clause-locations-reuse = Not the same place twice
    .no = That card is still on the trail.

## Regions.

clause-regions-meaning = What a region is
clause-regions-effects = What regions are for
clause-regions-sea = Seas are in no region
clause-regions-names = The seven regions
clause-regions-1898 = Europe in 1898

## Adjacency.

clause-adjacency-city-road = Cities joined by a road
clause-adjacency-sea-border = Seas with a common border
clause-adjacency-port-anchor = A port and its sea
clause-adjacency-railway-none = Railways do not make neighbors
    .no = Only a railway leads there, and that needs a ticket.
clause-adjacency-roadblock-none = Roadblocks change no neighbors

## Hospitals.

clause-hospitals-three = Three hospitals
clause-hospitals-no-entry = Nobody walks into a hospital
clause-hospitals-actions = Actions in a hospital
    .no = In a hospital a hunter can only take supplies or leave.
clause-hospitals-supply-item = Supply in a hospital
clause-hospitals-supply-no-event = No events in a hospital
clause-hospitals-move = Leaving a hospital
    .no = From a hospital the only way leads into its city.
clause-hospitals-beside-city = Beside the city, not in it
clause-hospitals-no-combat = No fights in a hospital
clause-hospitals-no-cards = Cards do not reach a hospital
clause-hospitals-no-trade = No trade in a hospital
    .no = Whoever is in a hospital cannot trade.
clause-hospitals-no-psychic-bond = No Psychic Bond in a hospital
    .no = Whoever is in a hospital does not count for Psychic Bond.
clause-hospitals-no-blood-transfusion = No Blood Transfusion in a hospital
    .no = Whoever is in a hospital does not count for Blood Transfusion.
clause-hospitals-no-hypnosis = No Hypnosis in a hospital
    .no = Whoever is in a hospital does not count for Hypnosis.
clause-hospitals-no-reveal = A hospital turns nothing up
clause-hospitals-no-special = Other actions in a hospital
    .no = In a hospital a hunter can only take supplies or leave.

## Castle Dracula.

clause-castle-like-city = The Castle is like a city
clause-castle-card-back = The Castle’s card has its own back
clause-castle-known = Coming home is seen
clause-castle-recover = The Castle heals
clause-castle-encounter = An encounter at the Castle
clause-castle-access-dracula = Dracula may go to the Castle
clause-castle-access-hunters = Hunters may go to the Castle
clause-castle-no-supply = No supply at the Castle
    .no = There are no supplies in Castle Dracula.
clause-castle-no-ticket = No tickets at the Castle
    .no = There are no tickets in Castle Dracula.

## Actions.

clause-actions-day-one = One action by day
clause-actions-night-one = One action by night
clause-actions-order = Hunters act in order
    .no = It is another hunter’s turn.
clause-actions-move-day-only = Moving by day only
    .no = Hunters move by day only.
clause-actions-sea-day-must-move = At sea by day: sail on
    .no = At sea by day, a hunter has to sail on.
clause-actions-sea-night-must-pass = At sea by night: pass
    .no = At sea by night, a hunter has to pass.
clause-actions-delayed-stand = A delayed hunter stands up
clause-actions-pass = Passing
clause-actions-list = The seven actions
    .no = That is no action a hunter can take.
clause-actions-special = The special action
    .no = Only a card or ability that costs an action can be used now.

## Movement.

clause-movement-hunter-modes = How hunters travel
clause-movement-dracula-modes = How Dracula travels
clause-movement-hunter-figure = A hunter’s figure
clause-movement-hunter-night-effects = Moved by night
    .no = Hunters cannot be moved at night.
clause-movement-road = By road
    .no = No road leads there from here.
clause-movement-rail-ticket = A train needs a ticket
    .no = A train needs a ticket.
clause-movement-rail-return = The spent ticket
clause-movement-rail-distance = How far a ticket goes
    .no = That city is too far for this ticket.
clause-movement-rail-two-values = White and yellow
clause-movement-rail-white = White railways
    .no = That is more white railways than this ticket allows.
clause-movement-rail-yellow = Yellow railways
    .no = That is more railways than the yellow number of this ticket allows.
clause-movement-rail-pass-through = Passing stations
clause-movement-rail-no-reveal = Riding past Dracula
clause-movement-sea-port-sea = From port to sea
    .no = This port is not on that sea.
clause-movement-sea-sea-sea = From sea to sea
    .no = That sea does not border on this one.
clause-movement-sea-sea-port = From sea to port
    .no = That port is not on this sea.
clause-movement-sea-hunter-day = Sailing by day only
    .no = Hunters sail by day only.
clause-movement-port = Ports
    .no = This city is no port.
clause-movement-port-cagliari = Cagliari
clause-movement-sea-dracula-embark = Leaving land hurts Dracula
clause-movement-sea-dracula-sail = Sailing hurts Dracula

## Reserve a Ticket.

clause-ticket-reserve = Reserving a ticket
clause-ticket-look = One’s own tickets
clause-ticket-keep-or-discard = Keep it or not
clause-ticket-limit = Two tickets at most
    .no = Two tickets are the limit: give one up.
clause-ticket-limit-discard-first = A third ticket
clause-ticket-godalming = Lord Godalming’s tickets
clause-ticket-return = Tickets go back

## Rest.

clause-rest-recover = Resting
clause-rest-with-seward = Resting with Dr. Seward
clause-rest-seward = Dr. Seward rests

## Search.

clause-search-where = Where a search looks
    .no = There is nothing to search here.
clause-search-reveal = A search turns everything up
clause-search-resolve = What is found is faced
clause-search-order = The hunter’s order
clause-search-skipped = What is not searched

## Supply.

clause-supply-item-large-city = Items in large cities
clause-supply-item-limit = Too many items
    .no = An item has to be discarded.
clause-supply-item-first = The item first
clause-supply-day-hunter = By day: a hunter’s event
clause-supply-day-dracula = By day: a Dracula event
clause-supply-day-no-second = By day: no second draw
clause-supply-night-bottom = By night: from the bottom
clause-supply-night-hunter = By night: a hunter’s event
clause-supply-night-dracula = By night: a Dracula event
clause-supply-event-always = An event with every supply

## Trade.

clause-trade-partner = Trading needs a partner
    .no = There is no other hunter in this city.
clause-trade-goods = What is traded
    .no = Only items and tickets can be traded.
clause-trade-no-sea = No trade at sea
    .no = Hunters cannot trade at sea.
clause-trade-leader-anywhere = Leader: from afar
    .no = Only Van Helsing can exchange events from afar, with a hunter in a city.
clause-trade-leader-events-only = Leader: events only
    .no = Through Leader only events change hands.
clause-trade-leader-exclusive = Leader: the only way
    .no = Events change hands through Leader only.

## Abilities.

clause-abilities-count = Every character has abilities
clause-abilities-enhance-action = Abilities that strengthen an action
clause-abilities-persistent = Abilities that always work
clause-abilities-special-action = Abilities that cost an action
    .no = This ability cannot be used now.

## Dracula Phase.

clause-dracula-phase-when = When Dracula acts
clause-dracula-phase-steps = Movement, then encounter
clause-dracula-phase-no-pass = Dracula must move
    .no = Dracula cannot pass while he has a legal card.
clause-dracula-phase-slide = The trail slides
clause-dracula-phase-slide-off = What slides off
clause-dracula-phase-choose = Dracula picks a card
    .no = That is no card Dracula can lay now.
clause-dracula-phase-place = The card is laid
clause-dracula-phase-location-reachable = Only where Dracula can get
    .no = Dracula cannot get there in one move by road or sea.
clause-dracula-phase-location-city = From a city by road
clause-dracula-phase-location-port = From a port to sea
clause-dracula-phase-location-sea-sea = From sea to sea
clause-dracula-phase-location-sea-port = From sea to port
clause-dracula-phase-hunter-city-faceup = A hunter’s city is laid open
    .no = A hunter stands there: this card has to lie open.
clause-dracula-phase-power-card = Playing a power card
clause-dracula-phase-encounter-place = Laying an encounter
clause-dracula-phase-rumor = Laying a rumor
    .no = A rumor goes on an encounter on one of the first three spaces.
clause-dracula-phase-no-encounter-sea = No encounter at sea
clause-dracula-phase-no-encounter-hunter-city = No encounter beside a hunter
clause-dracula-phase-no-encounter-dark-call = No encounter with Dark Call
clause-dracula-phase-no-encounter-feed = No encounter with Feed
clause-dracula-phase-place-facedown = Cards are laid face down
    .no = Nobody stands there: this card has to lie face down.
clause-dracula-phase-no-encounter-no-rumor = No encounter, no rumor
clause-dracula-phase-wolf-misdirect-encounter = An encounter with these powers

## The Trail.

clause-trail-six = Six spaces
clause-trail-use = What the trail shows
clause-trail-numbering = From left to right

## Dracula's Current Location.

clause-current-location-meaning = Where Dracula is
clause-current-location-leftmost = The newest place card
clause-current-location-ignore-powers = Powers are skipped
clause-current-location-figure-hidden = Hidden: the figure waits
clause-current-location-figure-revealed = Revealed: the figure on the board

## Hideouts.

clause-hideouts-meaning = What a hideout is
clause-hideouts-create = A new hideout
clause-hideouts-slide-together = A hideout moves as one
clause-hideouts-dracula-look = Dracula may look
clause-hideouts-sea-not-revealed = Sea cards stay hidden
clause-hideouts-clear-location = Clearing: the place card
clause-hideouts-clear-encounters = Clearing: encounters
clause-hideouts-clear-rumor = Clearing: the rumor
clause-hideouts-revealed-until-returned = Open until returned

## Lairs.

clause-lairs-meaning = What a lair is
clause-lairs-convert-slot = Making a lair
clause-lairs-convert-revealed = Open cards stay open
clause-lairs-convert-encounter = An encounter for the lair
clause-lairs-full = All lairs full
    .no = That lair cannot be cleared.
clause-lairs-source = Where lairs come from
    .no = This hideout cannot become a lair.
clause-lairs-empty = An empty lair
clause-lairs-return-move = Going back to a lair
    .no = That lair is not within one move.
clause-lairs-return-hideout = A lair becomes a hideout
    .no = That place is a lair: Dracula goes there by moving into it.
clause-lairs-return-encounter = An encounter on return
clause-lairs-events = Events and lairs
clause-lairs-clear-encounters = Clearing a lair: encounters
clause-lairs-clear-tokens = Clearing a lair: tokens
clause-lairs-clear-location = Clearing a lair: the place card

## Maturing.

clause-maturing-resolve = Maturing
    .no = This encounter has no matured effect to use.
clause-maturing-discard = Matured encounters are discarded
clause-maturing-location-hidden = The place stays hidden
clause-maturing-clear = The hideout is cleared
clause-maturing-clear-damage = Maturing: damage tokens
clause-maturing-clear-rumor = Maturing: the rumor
clause-maturing-clear-cards = Maturing: the cards
clause-maturing-cleared-facedown = Cleared encounters stay unseen

## Rumor Tokens.

clause-rumor-purpose = What rumors are for
clause-rumor-when = When a rumor is laid
clause-rumor-where = Where a rumor is laid
    .no = A rumor goes on one of the first three spaces.
clause-rumor-one-each = One rumor each
    .no = There is a rumor already.
clause-rumor-bonus = What a rumor earns

## Dracula Errors.

clause-errors-discovered = A broken rule
clause-errors-no-legal-card = No legal card
    .no = Dracula has a legal card, and must play it.
clause-errors-step1-reveal = The penalty: his place
clause-errors-step2-clear = The penalty: his hideouts
clause-errors-step2-keep-current = The penalty: what stays
clause-errors-step3-damage = The penalty: damage
clause-errors-lairs-untouched = The penalty spares lairs

## Power Cards.

clause-power-purpose = What power cards are for
clause-power-list = The five power cards
clause-power-instead-of-location = A power instead of a place
clause-power-with-location = Powers laid with a place
clause-power-kept-together = Powers among the locations
clause-power-effect-shown = A power is shown
clause-power-facedown = A power lies face down
clause-power-no-lair = A power is never a lair
    .no = A power card cannot become a lair.
clause-power-not-at-setup = No power at set-up
    .no = No power card can be played at the start.
clause-power-reuse = When a power is free again
    .no = This power card is still on the trail.
clause-power-return = A power returns
clause-power-hide-undisclosed = Hide is not announced

## Dark Call.

clause-dark-call-damage = What Dark Call costs
clause-dark-call-draw = What Dark Call gives
clause-dark-call-replaces-location = Dark Call instead of a place
clause-dark-call-no-encounter = No encounter on Dark Call
clause-dark-call-no-sea = No Dark Call at sea
    .no = Dark Call cannot be played at sea.

## Feed.

clause-feed-recover = What Feed gives
clause-feed-replaces-location = Feed instead of a place
clause-feed-no-encounter = No encounter on Feed
clause-feed-no-sea = No Feed at sea
    .no = Feed cannot be played at sea.

## Hide.

clause-hide-stay = Hide stays in place
clause-hide-associate = What Hide is tied to
clause-hide-associate-until = How long the tie lasts
clause-hide-reveal-with-location = Hide is found with its place
clause-hide-reveal-location-with-hide = The place is found with Hide
clause-hide-removed-not-revealed = Hide outlasts its place
clause-hide-no-mature = Hide does not mature
    .no = Encounters on Hide do not mature.
clause-hide-wolf-form = Hide and Wolf Form
clause-hide-wolf-form-tie = Hide on a wolf’s place
clause-hide-ambush-both = Ambush from both
clause-hide-orphan-no-search = Hide without its place: no search
    .no = The place of this Hide has left the trail: its encounters cannot be found.
clause-hide-orphan-no-ambush = Hide without its place: no ambush
    .no = The place of this Hide has left the trail: its encounters cannot ambush.
clause-hide-replaces-location = Hide instead of a place
clause-hide-encounter = An encounter on Hide
clause-hide-revealed-faceup = Hide while revealed
    .no = Dracula is revealed: Hide has to lie open.
clause-hide-revealed-no-encounter = No encounter on an open Hide
clause-hide-no-sea = No Hide at sea
    .no = Hide cannot be played at sea.
clause-hide-search-both = A search covers Hide

## Misdirect.

clause-misdirect-clear = Misdirect clears a hideout
    .no = Misdirect cannot pick that hideout.
clause-misdirect-place = Misdirect takes its space
clause-misdirect-not-castle = Misdirect: not the Castle
    .no = Misdirect cannot pick Castle Dracula.
clause-misdirect-not-sea = Misdirect: not a sea
    .no = Misdirect cannot pick a sea.
clause-misdirect-not-power = Misdirect: not a power
    .no = Misdirect cannot pick a power card.
clause-misdirect-not-hide-location = Misdirect: not Hide’s place
    .no = Misdirect cannot pick the place that Hide is tied to.
clause-misdirect-sea-allowed = Misdirect at sea

## Wolf Form.

clause-wolf-form-damage = What Wolf Form costs
clause-wolf-form-move = How far the wolf runs
    .no = The wolf runs two roads at most.
clause-wolf-form-place = Wolf Form lies with its place
clause-wolf-form-lair = Wolf Form leaves a lair
clause-wolf-form-encounter = An encounter with Wolf Form
clause-wolf-form-sea-port = The wolf from the sea
clause-wolf-form-sea-inland = The wolf goes inland

## Encounter Cards.

clause-encounters-purpose = What encounters are for
clause-encounters-no-sea = No encounter on a sea
    .no = No encounter can lie on a sea.
clause-encounters-no-misdirect = No encounter on Misdirect
clause-encounters-facedown = Encounters lie face down
clause-encounters-effect = An encounter’s effect
clause-encounters-matured-effect = An encounter’s matured effect
clause-encounters-discard-after = An encounter is used up
clause-encounters-discard-after-vampire = A vampire stays until defeated
clause-encounters-discard-by-item-name = Items that drive encounters off
clause-encounters-discard-by-keyword = Weapons that drive encounters off
clause-encounters-defeat-stops = Defeat ends the encounters
clause-encounters-refill = Dracula draws up to five
clause-encounters-reshuffle = The encounter deck runs out
clause-encounters-no-maximum = No limit to encounters in hand
clause-encounters-multiple = Several encounters together

## Ambush.

clause-ambush-purpose = What ambushes are for
clause-ambush-reveal-location = Arriving turns up the place
clause-ambush-optional = Dracula need not ambush
    .no = This encounter cannot ambush.
clause-ambush-reveal-encounter = The ambushing card is turned up
clause-ambush-resolve = What an ambush does
clause-ambush-already-revealed = Open cards can ambush
clause-ambush-forced-move = Ambush after a forced move
clause-ambush-multiple-same-hunter = Several ambushes on one hunter
    .no = This encounter has ambushed the hunter already.
clause-ambush-multiple-order = The order of ambushes
clause-ambush-multiple-save = Saving an ambush
clause-ambush-one-hunter = An ambush has one target
clause-ambush-timing = When an ambush happens

## Vampire Encounters.

clause-vampire-cards = Vampires that fight
clause-vampire-dracula-is-player = “Dracula” as a player
clause-vampire-same-rules = The same rules
clause-vampire-health = A vampire’s health
clause-vampire-defeat = A vampire’s defeat
clause-vampire-survives-damage = A vampire stays wounded
clause-vampire-survives-faceup = A vampire stays open
clause-vampire-escape-three = A vampire’s escape
clause-vampire-escape-no-despair = Despair does not count

## Combat.

clause-combat-opponents = Who is fought
clause-combat-vampire-prevents = Why to fight vampires
clause-combat-start-mandatory = A meeting means a fight
clause-combat-no-sea = No fight at sea
clause-combat-night-effects = Night effects
clause-combat-night-effects-not-vampire = No night effects for vampires
clause-combat-end-stay = After a fight
clause-combat-end-next-phase = Dracula moves on as usual
clause-combat-hunter-escape = A hunter’s escape
clause-combat-vampire-start = A fight with a vampire
clause-combat-vampire-damage-only = Only the vampire is hurt
clause-combat-vampire-trigger = When a vampire is fought
clause-combat-vampire-timing = A vampire is fought at once
clause-combat-vampire-reckless-single = A Reckless Vampire fights one
clause-combat-vampire-new-join = Joining against a New Vampire
clause-combat-rounds = Rounds of eight steps
clause-combat-step1-choose = Step 1: everyone picks a card
clause-combat-step1-dracula-card = Step 1: Dracula’s pick
    .no = Dracula fights with his combat cards.
clause-combat-step2-engage = Step 2: the engaged hunter
    .no = That hunter is not in the fight.
clause-combat-step2-single = Step 2: a hunter alone
clause-combat-step3-reveal = Step 3: cards are turned up
clause-combat-lost-choice = A pick nobody can turn up
clause-combat-lost-choice-anew = A lost pick is made anew
clause-combat-step4-cancel = Step 4: icons are compared
clause-combat-step4-engaged-only = Step 4: only the engaged hunter’s banner
clause-combat-step4-stays = Step 4: the canceled card stays
clause-combat-step4-skip = Step 4: after a cancellation
clause-combat-step4-no-match = Step 4: no match
clause-combat-step5-resolve = Step 5: Dracula’s card
clause-combat-step5-engaged-only = Step 5: whom it touches
clause-combat-step5-facedown = Step 5: the card is turned over
clause-combat-step5-escape-ends = Step 5: an escape ends the fight
clause-combat-step5-pride = Pride
    .no = Pride: Dracula has not yet played more combat cards than there is despair.
clause-combat-step5-all-defeated = Step 5: nobody left
clause-combat-plotting-window = When Plotting cancels
clause-combat-step6-resolve = Step 6: the hunters’ cards
clause-combat-step6-win = Step 6: Dracula destroyed
clause-combat-step6-canceled = Step 6: a canceled card
clause-combat-step6-out = Step 6: hunters out of the fight
clause-combat-step7-six = Step 7: six cards end the fight
clause-combat-step8-new-round = Step 8: a new round
clause-combat-step8-dracula-draw = Step 8: Dracula draws
clause-combat-step8-plotting-no-extra = Step 8: no extra card for Plotting
clause-combat-step8-dracula-stay = Step 8: Dracula’s cards stay
clause-combat-step8-hunter-stay = Step 8: the hunters’ cards stay
    .no = This card was played last round and is not back yet.
clause-combat-step8-hunter-no-effect = Step 8: cards left lying do nothing
clause-combat-step8-hunter-return = Step 8: older cards come back
clause-combat-fangs-canceled-no-influence = Canceled Fangs earn nothing

## Banners.

clause-banners-where = Where banners are
clause-banners-use = What banners mean
clause-banners-required = A combat card needs a banner
    .no = A card without a banner cannot be fought with.
clause-banners-icons = Icons on a banner
clause-banners-yellow-cards = Yellow banners
clause-banners-yellow-not-items = Combat cards are not items
clause-banners-yellow-no-discard = Combat cards are never discarded
clause-banners-yellow-no-limit = Combat cards do not count
clause-banners-red-items = Red banners

## Mesmerize.

clause-mesmerize-engaged-only = Mesmerize: one hunter
clause-mesmerize-duration = Mesmerize: how long
clause-mesmerize-repeat = Mesmerize: twice

## Escape as Bat.

clause-escape-bat-card = Escape as Bat
clause-escape-bat-move-optional = Where the bat may fly
    .no = The bat flies one or two roads, to a city without hunters.
clause-escape-bat-clear = The bat leaves an empty hideout
clause-escape-bat-place = The bat’s new hideout
clause-escape-bat-stay = Not flying
clause-escape-bat-no-consecrated = The bat keeps off holy roads
    .no = A road to that city touches holy ground, which the bat avoids.
clause-escape-bat-threshold = When the bat may escape
clause-escape-bat-threshold-example = The bat: an example
clause-escape-bat-vampire = A vampire as bat
clause-escape-bat-inert = The bat card is a reminder
clause-escape-bat-out-of-deck = The bat card leaves the deck
clause-escape-bat-first-space = The bat takes the first space

## Escape as Mist.

clause-escape-mist-card = Escape as Mist
clause-escape-mist-threshold = When the mist may escape
clause-escape-mist-threshold-example = The mist: an example

## Cancel.

clause-cancel-event-ignored = A canceled event does nothing
clause-cancel-event-discarded = A canceled event is discarded
clause-cancel-combat-ignored = A canceled combat card does nothing
clause-cancel-combat-facedown = A canceled combat card is turned over

## Damage.

clause-damage-sources = Where damage comes from
clause-damage-suffer-character = Suffering damage
clause-damage-suffer-vampire = Damage to a vampire
clause-damage-recover-character = Recovering damage
clause-damage-recover-vampire = A vampire recovers
clause-damage-word-dracula = “Vampire” means Dracula
clause-damage-word-vampire = “Vampire” means that vampire
clause-damage-token-five = Damage tokens of five
clause-damage-token-exchange = Changing damage tokens

## Bitten.

clause-bitten-sources = Where bites come from
clause-bitten-token = Taking a bite

## Weakened.

clause-weakened-meaning = What weakened means
clause-weakened-expose = Two open cards
    .no = A card of this kind has to lie open.
clause-weakened-expose-not-combat = Not in a fight
clause-weakened-slots = Where open cards lie
clause-weakened-swap = Changing open cards
    .no = Only an open card can be changed.
clause-weakened-mina-permanent = Mina is always weakened
clause-weakened-mina-after-defeat = Mina after a defeat
clause-weakened-mina-printed = Mina’s bite
clause-weakened-mina-bite-defeats = A bite defeats Mina

## Delayed.

clause-delayed-figure = The figure lies down
clause-delayed-turn-ends = Delay ends the turn
clause-delayed-stand-not-action = Standing up is no action
clause-delayed-combat = Fighting while delayed
clause-delayed-again = Delayed twice
clause-delayed-no-choice = Delay as a price
    .no = A hunter who is delayed already cannot be delayed for this.

## Defeated.

clause-defeated-who = Who can be defeated
clause-defeated-dracula = How the hunters win
clause-defeated-hunter-damage = Defeat by damage
clause-defeated-hunter-bite = Defeat by a bite
clause-defeated-hunter-influence = A defeat feeds Dracula
clause-defeated-hunter-nearest-hospital = The nearest hospital
    .no = That hospital is not the nearest.
clause-defeated-hunter-removed = The figure leaves the board
clause-defeated-hunter-hospital-tie = Hospitals equally near
clause-defeated-hunter-hospital-britannica = From Britannica to Madrid
clause-defeated-hunter-hospital-cagliari = From Cagliari to Rome
clause-defeated-hunter-return = Back at dawn
clause-defeated-hunter-not-delayed = Back without delay
clause-defeated-hunter-clear-damage = Damage is healed
clause-defeated-hunter-clear-bites = Bites are healed
clause-defeated-hunter-discard-items = Items are lost
clause-defeated-hunter-discard-events = Events are lost
clause-defeated-vampire-discard = A vampire’s end

## Great Strength.

clause-great-strength-card = Great Strength
clause-great-strength-fangs = Great Strength against Fangs
clause-great-strength-influence = Influence grows all the same
clause-great-strength-prevented = Prevented is not suffered
clause-great-strength-lucys-revenge = Lucy’s Revenge works alike

## Event Cards.

clause-events-purpose = What events are for
clause-events-timing = Only at its moment
    .no = This cannot be played at this moment.
clause-events-simultaneous = Several events at once
clause-events-limit-four = Four events in hand
clause-events-limit-three = Three events in hand
clause-events-draw-read = Reading a drawn event
clause-events-draw-immediate = Play at once
    .no = This event must be played at once.
clause-events-draw-to-hand = Kept in hand
clause-events-over-limit-play = Too many events: play
clause-events-over-limit-discard = Too many events: discard
    .no = An event has to be discarded.
clause-events-ally-choice = Effect or ally
clause-events-discard-mixed = The event discards
clause-events-discard-faceup = Discarded face up
clause-events-discard-facedown = Discarded face down
clause-events-discard-no-peek = No peeking
clause-events-action = Events that cost an action

## Allies.

clause-allies-source = Where allies come from
clause-allies-benefit = What an ally gives
clause-allies-persist = An ally stays
clause-allies-hunter-slot = The hunters’ ally
clause-allies-hunter-limit = One ally for the hunters
clause-allies-hunter-replace = A new ally of the hunters
clause-allies-dracula-area = Dracula’s ally
clause-allies-dracula-limit = One ally for Dracula
clause-allies-dracula-replace = A new ally of Dracula

## Consecrated Ground.

clause-consecrated-place = Placing holy tokens
clause-consecrated-no-entry = Holy ground is closed to Dracula
    .no = Dracula cannot enter holy ground.
clause-consecrated-reveal-location = Holy ground turns up the place
clause-consecrated-reveal-encounters = Holy ground turns up encounters
clause-consecrated-no-powers = No powers on holy ground
    .no = Feed, Dark Call and Hide do not work on holy ground.
clause-consecrated-wolf-form = The wolf keeps off holy roads
    .no = A road to that city touches holy ground, which the wolf avoids.
clause-consecrated-host-expires = Heavenly Hosts fade at dawn
clause-consecrated-ground-lasts = Consecrated ground lasts

## Bats Token.

clause-bats-place = Placing bats
clause-bats-effect = What bats do
clause-bats-replaces-action = Bats take the action
clause-bats-night = Bats by night
clause-bats-delayed = Bats and delay
clause-bats-fog = Bats in fog

## Fog Tokens.

clause-fog-place-number = Fog comes
clause-fog-place-city = Fog only in cities
clause-fog-place-same-city = Two fogs together
clause-fog-decline-combat = Refusing to fight in fog
    .no = Only in fog can Dracula refuse to fight.
clause-fog-move-into = Fog: no entry
    .no = Fog: no hunter can enter that city.
clause-fog-move-out = Fog: no leaving
    .no = Fog: no hunter can leave this city.
clause-fog-move-through = Fog: no passing through
    .no = Fog: no hunter can pass through that city.
clause-fog-no-search = Fog: no search
    .no = Fog: this city cannot be searched.
clause-fog-remove = Fog thins at dusk

## Roadblock Tokens.

clause-roadblock-sources = Where roadblocks come from
clause-roadblock-sides = Road or railway
clause-roadblock-road = A blocked road
    .no = A roadblock closes that road.
clause-roadblock-railway = A blocked railway
    .no = A roadblock closes the railway.
clause-roadblock-card-effects = Roadblocks stop cards too
    .no = A roadblock closes the way.
clause-roadblock-remove = A roadblock goes at dusk
clause-roadblock-place = Placing a roadblock
clause-roadblock-no-stack = One roadblock each
    .no = There is a roadblock already.
clause-roadblock-mix = Several roadblocks

## Storm Tokens.

clause-storm-place = Storms come
clause-storm-distinct = One storm to a sea
    .no = There is a storm already.
clause-storm-hunters = Storms stop hunters
    .no = A storm keeps hunters out of that sea.
clause-storm-dracula = Storms do not stop Dracula
clause-storm-remove = A storm passes at dusk

## Reveal.

clause-reveal-meaning = What revealing means
clause-reveal-persist = Revealed cards stay so
clause-reveal-from-hand = Revealed from a hand
clause-reveal-weakened-card-counts = An open card counts

## Hidden Information.

clause-hidden-discards = Looking at discards
clause-hidden-hoax = What Hoax lets Dracula see
clause-hidden-hunters-talk = Hunters may talk
clause-hidden-hunters-overheard = Dracula hears it
clause-hidden-trade-private = Private talk in a trade

## Obligations.

clause-obligation-ob-1 = Dracula’s start
clause-obligation-ob-2 = A card laid face down
clause-obligation-ob-2b = A card laid open
clause-obligation-ob-3 = Feed and Dark Call
clause-obligation-ob-4 = Wolf Form
clause-obligation-ob-5 = Misdirect
clause-obligation-ob-6 = A hunter arrives
clause-obligation-ob-7 = Money Trail
clause-obligation-ob-8 = Psychic Bond
clause-obligation-ob-9 = Hypnosis
clause-obligation-ob-10 = Evil Presence
clause-obligation-ob-11 = Holy tokens
clause-obligation-ob-12 = Wax Cylinders: encounters
clause-obligation-ob-13 = Wax Cylinders: Hide
clause-obligation-ob-14 = A named city
clause-obligation-ob-15 = Local Rumors
clause-obligation-ob-16 = A space of the trail
clause-obligation-ob-17 = A card shown and taken back
clause-obligation-ob-18 = A card paid or discarded
clause-obligation-ob-19 = Weakened: open cards
clause-obligation-ob-20a = Drawing a ticket
clause-obligation-ob-20b = Spending a ticket
clause-obligation-ob-20c = Chartered Carriage
clause-obligation-ob-21 = Fast Horses
clause-obligation-ob-22 = A trade
clause-obligation-ob-23 = Receiving an event
clause-obligation-ob-23b = A Dracula event by day
clause-obligation-ob-24 = Mystic Research
clause-obligation-ob-25 = Immanuel Hildesheim
clause-obligation-ob-26 = Long Night
clause-obligation-ob-27 = A matured Hoax
clause-obligation-ob-28 = Darkness Returns
clause-obligation-ob-29 = Lucky Find
clause-obligation-ob-30 = Behind the Veil
clause-obligation-ob-31 = Vampiric Influence and Spy
clause-obligation-ob-32 = Encounters are dealt
clause-obligation-ob-32b = Encounters discarded by choice
clause-obligation-ob-33 = An encounter laid
clause-obligation-ob-34 = A rumor
clause-obligation-ob-35 = Ambush and search
clause-obligation-ob-36 = Seduction
clause-obligation-ob-37 = Maturing
clause-obligation-ob-38 = A lair
clause-obligation-ob-39 = Clearing a hideout
clause-obligation-ob-39b = A vampire clears the trail
clause-obligation-ob-40 = Dracula’s combat hand
clause-obligation-ob-41 = Combat cards
clause-obligation-ob-42 = Plotting
clause-obligation-ob-43 = Planned Ambush
clause-obligation-ob-44 = Escape as Bat
clause-obligation-ob-45 = False Tip
clause-obligation-ob-45a = A card in a window
clause-obligation-ob-45b = False Tip and Chartered Carriage
clause-obligation-ob-46 = Who is asked
clause-obligation-ob-47 = No legal card
clause-obligation-ob-48 = The encounter deck runs out
clause-obligation-ob-48b = Other decks run out
clause-obligation-ob-51 = Looking at one’s own cards
clause-obligation-ob-52 = All despair
clause-obligation-ob-53 = Cards laid out in a fight
