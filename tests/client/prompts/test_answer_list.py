"""The list of answers when there is little room."""

from pytestqt.qtbot import QtBot

from client.prompts.answer_list import Answer, AnswerList
from tests.support.fitting import settle

WORDS = ["Mesmerize, once more to confirm", "Fangs", "Claws", "Plotting", "Escape as Bat"]


def _answers(words: list[str]) -> list[Answer]:
    return [Answer(number, str(number), word, "") for number, word in enumerate(words)]


def test_an_answer_that_is_longer_only_beside_the_bar_keeps_the_list_at_rest(
    qtbot: QtBot,
) -> None:
    """The bar narrows the answers; one that breaks for it must not make it come and go for ever."""
    answers = AnswerList()
    answers.setFrameShape(AnswerList.Shape.NoFrame)
    qtbot.addWidget(answers)
    answers.show()
    seen = set()
    for width in range(160, 320):
        answers.show_answers(_answers(WORDS * 2), [])  # with a bar
        answers.resize(width, answers.minimumSizeHint().height())
        settle()
        first, second, *_ = answers.show_answers(_answers(WORDS), [])
        settle()
        assert first.height() == first.heightForWidth(first.width())
        seen.add((first.height() > second.height(), answers.verticalScrollBar().isVisible()))
    assert seen == {(True, True), (False, False)}
