"""Words that questions have and answers lack are folded, and those that tell something are not among them."""

from crex_dsl.text.folding import folded
from crex_dsl.text.stemming import stem
from crex_dsl.text.stopwords import IMPLIED, LIGHT, SMALL


def test_small_and_light_words_are_folded_and_apart() -> None:
    assert {"the", "sie", "sa", "ее", "des", "who", "combien", "czy", "сколько"} <= SMALL
    assert {"goes", "gracz", "joueur", "пока"} <= LIGHT
    assert not SMALL & LIGHT
    assert {folded(word) for word in SMALL | LIGHT} == SMALL | LIGHT


def test_what_a_question_implies_is_no_small_word_itself() -> None:
    for language, questions in IMPLIED.items():
        for question, answers in questions.items():
            assert {folded(word) for word in question.split()} <= SMALL
            assert all(stem(folded(word), language) for answer in answers for word in answer.split())
