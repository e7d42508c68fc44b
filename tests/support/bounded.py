"""What bounds each collection of the net that grows by what others send (test_collections.py)."""

from net.limits import (
    MOST_CONTROL,
    MOST_EARLY_MARKS,
    MOST_EARLY_WHISPERS,
    MOST_HELD,
    MOST_LINES,
    MOST_LINKS,
    MOST_ONLOOKERS,
    MOST_PEERS,
    MOST_STATES,
)

PEERS, REACHED = 3, 14  # of the table that is flooded, and at which request
TALKING = 4  # peers

GAME_ALONE = "answers that were judged and count, of a game that ends"
OURS = "what we do and say ourselves"
CONTROLS = "a control entry each: Chain._controls"
PLACES = "one for each peer, or part of the pending request"
DRAINED = "empty after each event"
FILE = "of a file that is judged, whose length is bounded"

# What a flood of test_collections.py fills, and how large it may be then.
FLOODED: dict[str, dict[str, int]] = {
    "referee": {
        "Chain._held": MOST_HELD * PEERS,
        "Chain._held_too": MOST_HELD * PEERS,
        "Chain._controls": PEERS,
        "Chain._beside": MOST_CONTROL,
        "Chain._seen": 20 * REACHED + MOST_CONTROL,
        "Chain._taken": MOST_CONTROL + 20,
        "Chain._finals": PEERS,
        "Chain._refused": 0,  # the first one stops the game
        "SignedNotes.notes": MOST_CONTROL,
        "SignedNotes._heard": MOST_CONTROL,
        "SignedNotes._open": MOST_CONTROL,
        "SignedNotes._wishes": 4 * PEERS,
        "SignedNotes._past": 2 * PEERS,
        "SignedNotes._final": 2 * PEERS,
        "SignedNotes._signed": PEERS,
        "SignedNotes._accused": PEERS,
        "SignedNotes._astray": PEERS,
        "EarlyEndVote._without_us": REACHED + 1 + MOST_HELD,
        "Replica._waiting": 20,
        "Replica._resuming": PEERS,
        "Replica.ripened": 20,
        "EarlyEnd._signed": PEERS,
        "Comparing._states": MOST_STATES,
        "Comparing._digests": PEERS,
        "Comparing._parted": PEERS,
    },
    "gossip": {
        "Gossip.heads": MOST_PEERS + MOST_ONLOOKERS,
        "Gossip._told": MOST_PEERS + MOST_ONLOOKERS,
        "Gossip._doubts": MOST_PEERS + MOST_ONLOOKERS,
        "Gossip._asked": MOST_PEERS + MOST_ONLOOKERS,
        "Gossip._asked_back": MOST_PEERS + MOST_ONLOOKERS,
    },
    "talk": {
        "Conversation._lines": MOST_LINES * TALKING,
        "Conversation._early": MOST_EARLY_WHISPERS * TALKING,
        "Conversation._allowed": TALKING,
        "Conversation._last": TALKING,
    },
    "onlooker": {
        "PublicTalk._lines": MOST_LINES * MOST_PEERS,
        "Approach._present": 1,
        "Approach._known": 2 * MOST_PEERS,
        "Approach._names": 1,
    },
    "strangers": {
        "LobbyTable.present": 0,  # all that came are gone again
        "LobbyTable.addresses": 0,
        "LobbyTable.watchers": 0,
        "LobbyTable._changes": 0,
        "LobbyTable._distrusted": 0,
        "LobbyTable._numbers": 0,
        "LobbyTable._guests": 1,
        "LobbyTable.order": 1,
        "Arrivals.order": 1,
        "ProposerSearch.order": 1,
        "Agreement._others": MOST_EARLY_MARKS,
    },
    "guide": {
        "ProposerSearch._called": 2 * MOST_PEERS,
        "ProposerSearch._missed": MOST_LINKS,
        "FormerProposers._at": MOST_PEERS,
        "FormerProposers._followed": MOST_PEERS,
    },
}

# What another test fills.
ELSEWHERE: dict[str, tuple[str, ...]] = {
    "peer/test_redo_vote.py::test_a_flood_is_refused_and_nobody_is_kept_from_going_on": (
        "RedoVote._wishes",
    ),
    "game/test_redo.py": (
        "Resumes._early", "Resumes._of", "Resumes._signed",
    ),
    "edge/people/test_peers_online.py::test_announcements_of_our_table_are_followed_and_bounded": (
        "PeersOnline._answers_at", "PeersOnline._hints",
    ),
    "edge/people/test_peers_online.py"
    "::test_who_offers_is_called_as_nobody_else_is_and_then_forgotten": (
        "PeersOnline._offers", "PeersOnline._vanished",
    ),
    "edge/people/test_peers_online.py"
    "::test_however_fast_others_announce_not_too_many_are_called_at_once": (
        "PeersOnline._trying",
    ),
    "edge/people/test_visitors.py::test_no_more_onlookers_than_all_have_signed": (
        "PeersOnline.audience", "Visitors._names",
    ),
    "edge/transport/test_ungreeted.py::test_a_full_table_has_a_place_for_the_peers_of_its_game": (
        "Visitors._numbers", "Sockets._links", "Ungreeted._greeted", "Ungreeted._since",
    ),
    "edge/transport/test_strangers.py"
    "::test_who_announces_a_change_without_end_is_asked_once_at_a_time": (
        "Discovery._known", "Discovery._resolving", "Discovery._tasks",
    ),
    "edge/finding/test_route.py::test_of_many_announcements_the_newest_are_kept": (
        "Door._hints",
    ),
    "edge/transport/test_links.py::test_however_many_we_are_told_to_call_we_call_a_few": (
        "Links.wanted", "Links._tasks",
    ),
    "edge/transport/test_strangers.py::test_what_comes_before_the_game_is_kept_within_bounds": (
        "Node._early",
    ),
    "edge/transport/test_floods.py"
    "::test_who_sends_more_than_a_game_needs_is_disconnected_and_counted_on": (
        "Node._queue", "WatchNode._queue",
    ),
    "edge/test_playing.py::test_however_often_something_happens_we_are_woken_once": (
        "Playing._wakes",
    ),
    "edge/people/test_reception.py::test_many_who_are_refused_fill_no_screen_and_hide_no_player": (
        "Reception._told_of",
    ),
    "edge/transport/test_strangers.py"
    "::test_whoever_comes_under_many_keys_is_counted_within_bounds": (
        "Allowances._of",
    ),
    "edge/transport/test_sockets.py"
    "::test_strangers_who_say_nothing_or_nonsense_are_few_and_short": (
        "Sockets._tasks", "Sockets._unproved",
    ),
    "edge/finding/test_route.py::test_if_none_lets_us_in_the_reason_is_said": (
        "Sockets.protocols", "Sockets.tables",
    ),
    "edge/transport/test_floods.py::test_who_takes_nothing_is_let_go": (
        "Link._unsent",
    ),
    "edge/finding/test_table_list.py::test_so_many_tables_and_no_more_are_asked": (
        "TableList._asking", "TableList._hints", "TableList._listed",
    ),
    "edge/finding/test_table_list.py"
    "::test_announcements_taken_back_are_asked_no_more_if_too_many": (
        "TableList._withdrawn",
    ),
}  # fmt: skip

# What nothing can fill without end, and why.
BOUNDED_BY: dict[str, tuple[str, ...]] = {
    PLACES: (
        "Chain._accepted", "Stages.seeds", "Round.taken", "EntryRound._identities",
        "RedoVote._told_of", "AbsencePhase.cases", "ReplacementVote._late", "Recovery.key_epochs",
        "Recovery.keys_before", "Agreement._signatures", "Candidate._told", "Attendance._away",
        "Attendance._owing", "PeersOnline._first", "PeersOnline._may_name", "PeersOnline._numbers",
        "Visitors._elsewhere",
    ),
    GAME_ALONE: (
        "Chain._closed", "Chain._complete", "Chain.parents", "SetAsides._requests",
        "Replica.played", "Stages.set_aside", "Case.masks", "ReplicaView._finals",
        "Measures._answers", "Renewal._backs", "Renewal._piles",
    ),
    OURS: (
        "Replica._vouched", "Replica.inspectors", "Replica.watchers",
        "Signer._written", "NoteOutbox._unsaid", "AnswerQueue._answered", "AnswerQueue._asked",
        "AnswerQueue._decided", "AnswerQueue._made", "AnswerQueue._since", "RedoVote._bound",
        "ReplacementVote._wishes", "Recovery.rotated", "Recovery.seated", "LobbyTable._accepted",
        "Addresses.on_move", "PeersOnline._own_hosts", "Discovery.addresses", "Playing._entries",
        "Playing._tasks", "Remembered.past", "SecondPlaces._referees", "Noise._messages",
    ),
    DRAINED: (
        "Referee._effects", "LobbyTable.effects", "LobbyTable.queue", "Approach._effects",
    ),
    CONTROLS: (
        "AbsencePhase._early", "Case._leavings", "Case._timeouts", "Case._withdrawals",
        "Case.releases", "Case.rotations", "ReplacementVote._about_us", "ReplacementVote._overdue",
    ),
    FILE: (
        "Audit._replaced", "Audit._secrets", "Audit._vaults", "Audit.answers",
        "Audit.findings", "Audit.indexes", "Audit.shown", "Audit.values", "Verification._checked",
    ),
}  # fmt: skip
