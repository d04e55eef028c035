"""Words of questions that are not what the question is about, in the languages that we know."""

from __future__ import annotations

from collections.abc import Mapping

from crex_dsl.text.folding import folded

_SMALL: Mapping[str, str] = {
    "en": "a am an and any are as at be been but by can could did do does for from had has have he her his how i if in "
    "into is it its many may me might much must my no not of on or our should so than that the their them then there "
    "they this to was we were what when where which who whom whose why will with would you your",
    "fr": "a au aux avec ce ces cet cette combien comment d dans de des doit doivent du elle elles en est et faut "
    "il ils j je l la le les leur leurs lui mon ne nous on ou par pas peut peuvent pour puis qu quand que "
    "quel quelle quelles quels qui s sa se ses si son sont sur t un une votre vous y",
    "pl": "a albo ale bez by co czy dla do gdy gdzie i ich ile ilu jak jaka jaki jakie jako je jego jej jest kiedy "
    "iloma jakich jakiego jakiej jakim jesli kogo komu kto ktora ktore ktorego ktorej ktory ktorych ktorym ktorzy "
    "lub ma mi moga moge moze mozna musi musza na nie o od oraz po "
    "przez przy sa sie ta tak te ten to trzeba tu w we wolno z za ze",
    "ru": "а без бы в во где для до его ее если и из или их к как какая какие каких какого какой каком какую ко когда "
    "кого кому кто ли могут может можно мочь на надо не нельзя нет но нужно о об от по при с сколько со так там то "
    "ты у чем что это я",
}
_LIGHT: Mapping[str, str] = {
    "en": "after again against allowed along another before between came come comes during each enter enters every "
    "get gets give go goes gone happen happens leave make makes one other out play played player players "
    "plays put same still take taken takes under until up use used without",
    "fr": "apres aucun autre autres avant contre entre faire fait joue jouer joueur joueurs meme mettre pendant "
    "prend prendre quelque reste restent sans sous tous tout toute toutes",
    "pl": "bierze brac dac daja daje gra gracz gracze graja idzie inna inne inny isc jeden jedna kazda kazde kazdy "
    "miedzy nad naraz pod podczas przeciw przed tylko wejsc wygrac wygrywa wygrywaja",
    "ru": "берет брать время все делать другие другой еще играть игрок игроки идет каждый между никто один перед под "
    "пока получает получил получить после против сыграл сыграли только ходит ходить",
}

# Need not be found; and need not be found, but count a little where they are.
SMALL = frozenset(folded(word) for words in _SMALL.values() for word in words.split())
LIGHT = frozenset(folded(word) for words in _LIGHT.values() for word in words.split())

# What a question asks for without saying so, as books say it.
IMPLIED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {"how many": ("limit", "limits", "at most", "no more")},
    "fr": {"combien": ("limite", "limites", "au plus", "pas plus")},
    "pl": dict.fromkeys(("ile", "ilu"), ("limit", "limity", "najwyżej", "nie więcej")),
    "ru": {"сколько": ("предел", "лимит", "не больше", "не более")},
}

# Numbers as they are written out, from two on.
_NUMBERS: Mapping[str, str] = {
    "en": "two three four five six seven eight nine ten",
    "fr": "deux trois quatre cinq six sept huit neuf dix",
    "pl": "dwa|dwie|dwóch|dwoma trzy|trzech cztery|czterech pięć|pięciu sześć|sześciu siedem|siedmiu osiem|ośmiu "
    "dziewięć|dziewięciu dziesięć|dziesięciu",
    "ru": "два|две|двух|двумя три|трёх четыре|четырёх пять|пяти шесть|шести семь|семи восемь|восьми девять|девяти "
    "десять|десяти",
}
FIGURES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    language: {form: (str(number),) for number, forms in enumerate(each.split(), 2) for form in forms.split("|")}
    for language, each in _NUMBERS.items()
}
