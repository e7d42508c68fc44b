# The map: what a place is and what lies there, for pointing and for listening.

board-name = Map of Europe
board-large = { $place }, large city in { $region }
board-small = { $place }, small city in { $region }
board-castle = { $place }, in { $region }
board-sea = { $place }, sea zone
board-port = port
board-hospital = hospital
board-figure = { $seat }
board-figure-lying = { $seat }, lying down
board-figure-hospital = { $seat }, in the hospital
board-fog = { $count ->
    [one] fog
   *[other] { $count } fog tokens
}
board-storm = storm
board-consecrated = consecrated ground
board-host = heavenly host
board-roadblock = roadblock
board-fight = a fight
board-hideout = space { $space } of the trail
board-lair = lair
board-encounter = an encounter face down
board-rumor = rumor
board-possible = Dracula can be here
board-pencilled = pencilled: { $mark }
