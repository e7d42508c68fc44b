# Every card: its name, and its text in our own words, which says exactly what the program does.

## Hunters’ combat cards.

card-punch = Punch
    .text = The vampire suffers 1 damage.
card-dodge = Dodge
    .text = Does nothing but cancel.
card-escape = Escape
    .text = You leave the combat and stay in the city.

## Dracula’s combat cards. In these texts the vampire is Dracula himself, or the one he fights with.

card-fangs = Fangs
    .text = The vampire recovers 2 damage; the engaged hunter suffers 2. Night: a mesmerized hunter is bitten and leaves the combat instead, and influence grows by 1 even if the bite is averted.
card-strength = Strength
    .text = The engaged hunter suffers 2 damage; a Punch, Crucifix or weapon of theirs is canceled. Night: that Crucifix or weapon is discarded.
card-claws = Claws
    .text = The engaged hunter suffers 2 damage. Night: any hunter in the combat, the same one included, suffers 2 more.
card-mesmerize = Mesmerize
    .text = Cancels the engaged hunter’s card. The hunter is mesmerized until the combat ends: their weapons deal 1 damage less.
card-plotting = Plotting
    .text = Take a combat card of your choice from the deck. In a later round, turn this face down before icons are compared to cancel the engaged hunter’s Punch, Dodge or Escape.
card-escape_as_bat = Escape as Bat
    .text = Ends the combat, if Pride allows. Night: after fighting in person you may clear your hideout and fly in secret to a city without hunters, one or two roads off.
card-escape_as_mist = Escape as Mist
    .text = Ends the combat, if Pride allows. Nobody moves.

## Items.

card-crucifix = Crucifix
    .text = If this canceled Fangs or Mesmerize, the vampire suffers 3 damage.
card-dogs = Dogs
    .text = Show before a search: each Rats, Saboteur, Spy or Wolves it turns up is discarded without effect. Or discard when one of these four ambushes you: it is discarded.
card-fast_horses = Fast Horses
    .text = Action, by day: turn up a random ticket and move up to its yellow number by road; this card returns to your hand. Without a yellow number: one road at most, and this card is discarded.
card-garlic = Garlic
    .text = If you are engaged and Dracula’s card is Fangs or Claws, canceled or not, the vampire suffers 2 damage.
card-garlic_wreath = Garlic Wreath
    .text = Play before the first round. Whenever Fangs hurts you, the vampire suffers 4 damage. Discarded when Claws resolves against you or the combat ends.
card-heavenly_host = Heavenly Host
    .text = The vampire suffers 4 damage. But if you are engaged and Fangs was played this round, you are bitten and leave the combat instead. Discarded either way.
card-holy_bullets = Holy Bullets
    .text = Discard after your Rifle or Pistol resolves: the vampire suffers 3 more damage. Once in a combat.
card-holy_circle = Holy Circle
    .text = Takes one or more hunters of your choice out of the combat, then is discarded.
card-knife = Knife
    .text = The vampire suffers 3 damage.
card-pistol = Pistol
    .text = The vampire suffers 2 damage.
card-rifle = Rifle
    .text = The vampire suffers 2 damage.
card-stake = Stake
    .text = Show before a search, then discard with one vampire or Hoax it turns up, which has no effect.

## Hunters’ events.

card-newspaper_reports = Newspaper Reports
    .text = When drawn: Dracula turns up the card on space 3. Or keep it: at a dawn or dusk, he turns up the card on space 5 or 6.
card-chartered_carriage = Chartered Carriage
    .text = With any ticket, ride one to four railways of any colors.
card-hired_scouts = Hired Scouts
    .text = Play at once. Name two cities: Dracula turns up their cards that are on the trail.
card-long_night = Long Night
    .text = At dawn: each hunter may use the coming night action to move by road. Each such move takes the bottom event: a hunter’s is discarded, a Dracula event goes to him.
card-excellent_weather = Excellent Weather
    .text = Action, by day: up to two moves by sea.
card-surprising_return = Surprising Return
    .text = At dawn or dusk: take a hunter ally from the face-up discards and play it, for either effect.
card-sense_of_emergency = Sense of Emergency
    .text = Action, by day: suffer 2 damage, then move one to three roads.
card-speedy_telegraph = Speedy Telegraph
    .text = At dawn: in the coming day and night the hunters act in any order.
card-escape_route = Escape Route
    .text = At the start of a combat: you or another hunter leave it.
card-local_rumors = Local Rumors
    .text = Play at once. Dracula turns up every card on the trail adjacent to you.
card-forewarned = Forewarned
    .text = An encounter that ambushes you, other than a vampire, is discarded without effect.
card-blood_transfusion = Blood Transfusion
    .text = Action, if you are not bitten: a hunter in your city loses a bite; you suffer 1 damage.
card-good_luck = Good Luck
    .text = By day: remove a roadblock, or discard Dracula’s ally, or cancel False Tip.
card-renewed_vigor = Renewed Vigor
    .text = At dawn: in the coming day each hunter may take a second action, different from the first.
card-planned_ambush = Planned Ambush
    .text = At the start of a combat: after the first reveal you may take your card back and play another, before icons are compared.
card-mystic_research = Mystic Research
    .text = Action: look at the backs of the bottom six events. Dracula’s are discarded; the others go back in the same order.
card-lucky_find = Lucky Find
    .text = At the start of a combat: look at the top five items, keep one, discard the others.
card-rufus_smith = Rufus Smith
    .text = Play at once. Name a city: Dracula turns up its card if it is on the trail. Ally: his moves from sea to sea cost 2 damage.
card-sister_agatha = Sister Agatha
    .text = Play at once. Name a city: Dracula turns up its card if it is on the trail. Ally: he suffers 2 damage after each Fangs or escape card he resolves in a fight of his own.
card-jonathan_harker = Jonathan Harker
    .text = Play at once. Name a city: Dracula turns up its card if it is on the trail. Ally: each card that reaches space 6 is turned up.
card-evil_presence = Evil Presence
    .text = Play at once. Dracula names every hunter adjacent to him.
card-wax_cylinders = Wax Cylinders
    .text = Action: Dracula turns up all encounters of one hideout on the trail; or he shows where Hide is, and this card returns to your hand.
card-consecrated_ground = Consecrated Ground
    .text = Action, by night: put the token on a city other than Castle Dracula, Galatz or Klausenburg. Then each hunter may show Heavenly Host to put its token on another such city.
card-lucys_revenge = Lucy’s Revenge
    .text = At the start of a combat. Once before it ends: cancel an escape card, or prevent a bite or deadly damage to you.
card-hypnosis = Hypnosis
    .text = Action, with another hunter in your city: Dracula names the region he is in, or the sea. You are delayed.
card-heroic_leap = Heroic Leap
    .text = At the start of a combat, instead of it: the vampire suffers 5 damage, then you do.
card-behind_the_veil = Behind the Veil
    .text = Play at once. Dracula shows his events and encounters; you discard one of those encounters.
card-money_trail = Money Trail
    .text = Action: Dracula turns up a sea card of your choice on the trail.
card-vampire_lair = Vampire Lair
    .text = Action, by day: discard a Stake. You are delayed, and influence falls by 2.
card-great_strength = Great Strength
    .text = Prevent a bite or deadly damage to any hunter.

## Dracula’s events.

card-hidden_schemes = Hidden Schemes
    .text = At the end of your phase: lay an encounter from your hand on the hideout on space 3.
card-summon_storms = Summon Storms
    .text = When drawn, or at the end of your phase: put up to three storms on different seas without one.
card-roadblock = Roadblock
    .text = When drawn, or at the end of your phase: put three roadblocks on roads or railways, one on each at most.
card-wild_horses = Wild Horses
    .text = A hunter who has just traveled by road is moved to a city adjacent to it; only the cards there are turned up.
card-devilish_power = Devilish Power
    .text = In your phase: remove Consecrated Ground, or discard the hunters’ ally, or bar the hunters from supply in the next hunter phase.
card-vampiric_influence = Vampiric Influence
    .text = Play at once. A bitten hunter shows all items and events, loses one of your choice, and is moved by you to an adjacent city.
card-draculas_brides = Dracula’s Brides
    .text = Play at once. Lay an encounter from your hand on one or two of the hideouts on spaces 1 to 3. Ally: at the start of your phase you may exchange one encounter.
card-false_tip = False Tip
    .text = When a ticket is spent: cancel Chartered Carriage; otherwise you choose where the ticket takes the hunter.
card-unearthly_swiftness = Unearthly Swiftness
    .text = In your phase: after it you have a second one.
card-sensationalist_press = Sensationalist Press
    .text = Cancel Local Rumors, Newspaper Reports, Hired Scouts or Evil Presence as it is played.
card-enraged = Enraged
    .text = Your combat card is not canceled. You cannot resolve an escape card for the rest of the combat.
card-darkness_returns = Darkness Returns
    .text = At the end of your phase: there are no day actions in the next round, and the discarded Dracula events are shuffled into the event deck.
card-customs_search = Customs Search
    .text = A hunter who has just crossed into another region is delayed, and discards all items or suffers 3 damage.
card-great_wolf = Great Wolf
    .text = Play at once. A hunter suffers 4 damage. Ally: at the start of your phase a hunter suffers 1. A hunter who shows Crucifix or Heavenly Host is spared.
card-seduction = Seduction
    .text = A search has found a vampire: the hunter is bitten instead of facing it, and it returns to your hand.
card-immanuel_hildesheim = Immanuel Hildesheim
    .text = Play at once. Take the Dracula events among the top six; the others are discarded. Ally: at the start of your phase take the top event if it is yours.
card-nocturnal_visit = Nocturnal Visit
    .text = At the end of your phase: every fight of the next dawn and day is fought as if at night.

## Encounters.

card-new_vampire = New Vampire
    .text = Health 6. It fights the hunter; others there may join by becoming delayed. Matured: its place is turned up, influence grows by 3, and spaces 4 to 6 are cleared.
card-reckless_vampire = Reckless Vampire
    .text = Health 4. It fights that hunter alone; after an ambush each Fangs it resolves earns 1 influence. Matured: its place is turned up, influence grows by 4, and spaces 4 to 6 are cleared.
card-aristocratic_vampire = Aristocratic Vampire
    .text = Never ambushes. A hunter who searches discards it by becoming delayed. Matured: its place is turned up, influence grows by 4, and spaces 4 to 6 are cleared.
card-hoax = Hoax
    .text = Never ambushes. The hunter who searches is delayed. Matured: keep one of the discarded Dracula events in secret; the others are shuffled into the event deck.
card-unnatural_fog = Unnatural Fog
    .text = One fog on this city, two on a port; by day every hunter there is delayed. Matured: its place is turned up, and a city of that region gets two fog.
card-desecrated_soil = Desecrated Soil
    .text = Draw three encounters, then discard up to three. Stays face up unless the hunter shows Heavenly Host. Matured: recover up to 3 damage.
card-szgany_mob = Szgany Mob
    .text = Each hunter in the city may discard items, then suffers 1 damage for each item left. Matured: its place is turned up, and it strikes every city of that region.
card-rats = Rats
    .text = The hunter suffers 2 damage. Stay face up unless the hunter shows Pistol or Rifle.
card-saboteur = Saboteur
    .text = The hunter is delayed. Stays face up unless the hunter shows Pistol or Rifle. Matured: put a roadblock on a road or railway.
card-wolves = Wolves
    .text = Each hunter in the city suffers 4 damage, 2 less for each weapon shown. Matured: the place is turned up, and they strike a city one or two roads from it.
card-szgany_bodyguards = Szgany Bodyguards
    .text = The hunter suffers 2 damage, and 2 more and a delay unless a weapon is shown. Matured: keep this face up to strike one hunter before a later combat with Dracula.
card-bats = Bats
    .text = Put a bats token under the hunter: instead of the next action you move that hunter to an adjacent city, where the hunter is delayed.
card-spy = Spy
    .text = The hunter shows all items and events and loses all tickets, unless a weapon is discarded first. Matured: the same to a hunter of your choice.

## Power cards, and the ticket.

card-dark_call = Dark Call
    .text = Suffer 2 damage and draw five encounters. Instead of a location; not at sea or under a holy token.
card-feed = Feed
    .text = Recover up to 3 damage. Instead of a location; not at sea or under a holy token.
card-hide = Hide
    .text = Stay where you are, under a face-down card tied to the nearest place to its right. Not at sea or under a holy token.
card-misdirect = Misdirect
    .text = Clear a hideout of your choice; this card takes its space. Then move as usual.
card-wolf_form = Wolf Form
    .text = Suffer 1 damage and move to a city up to two roads off; from the sea to an adjacent port, or one road beyond it.
card-ticket = Railway ticket
    .text = Ride as many white railways as the white number, or as many railways as the yellow number if any of them is yellow.
