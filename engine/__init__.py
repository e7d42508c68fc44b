"""The rules of the game over one public state: pure, deterministic, without input or output.

Start a game with `engine.record.begin`, answer it with `engine.game.Game.submit`, view it with
`engine.view.see`, ask `engine.truth.allowed` what a seat may answer, run a record again with
`engine.record.replay` and judge it with `engine.audit.audit`.
"""
