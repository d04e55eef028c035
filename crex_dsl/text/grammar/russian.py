"""Russian: cases, genders and the patterns of its phrases."""

from __future__ import annotations

from collections.abc import Mapping

from crex_dsl.text.grammar.phrased import TERM
from crex_dsl.text.grammar.slavic import FORMS, SlavicGrammar

PATTERNS: Mapping[str, str] = {
    "and": "и",
    "or": "или",
    "either": "верно хотя бы одно: {}",
    "none": "ничего",
    "then": ", затем ",
    "number": "{n}",
    "quoted": "«{words}»",
    "nothing": "ничего",
    "nobody": "никто|никого|ком|никого",
    "yes": "да",
    "no": "нет",
    "all_of": "{kind:all=}",
    "a": "{noun:=}",
    "each": "{noun:each=}",
    "every": "{kind:each=}",
    "between": "{noun:=} от {low:gen} до {high:gen}",
    "whether": "то|того|том|то, верно ли, что {s},",
    "plus": "{one:=} плюс {two}",
    "minus": "{one:=} минус {two}",
    "times": "{one} × {two}",
    "greater": "большее|большего|большем|большее из двух: {one} и {two}",
    "smaller": "меньшее|меньшего|меньшем|меньшее из двух: {one} и {two}",
    "half_down": "половина|половины|половине|половину {one:gen} с округлением вниз",
    "half_up": "половина|половины|половине|половину {one:gen} с округлением вверх",
    "share_down": "частное|частного|частном|частное от деления {one:gen} на {two:acc} с округлением вниз",
    "share_up": "частное|частного|частном|частное от деления {one:gen} на {two:acc} с округлением вверх",
    "sum": "сумма|суммы|сумме|сумму {one:gen} и {two:gen}",
    "difference": "разность|разности|разности|разность {one:gen} и {two:gen}",
    "product": "произведение|произведения|произведении|произведение {one:gen} и {two:gen}",
    "union": "{one:=}, а также {two:=}",
    "without": "{one:=}, кроме {two:gen}",
    "as_figure": "значение|значения|значении|значение {one:gen}",
    "choice": "{then:=}, если {test}, а иначе {otherwise:=}",
    "failing": "{one:=}, а если этого нет, {instead:=}",
    "count_all": "число|числа|числе|число {kind:plgen}{among}",
    "all": "{kind:all=}{among}",
    "the_one": "{noun:this=}{among}{which}",
    "count": "число|числа|числе|число {noun:plgen}{among}{which}",
    "total_over": "сумма|суммы|сумме|сумму значений «{of}» для {noun:allgen}{among}{which}",
    "best": "{noun:these=}{among}{which}, по правилу: {keys:then}",
    "ranked": "{noun:pl=}{among}{which} в порядке: {keys:then}",
    "those": "{noun:all=}{among}{which}",
    "highest": "как можно больше: {one}",
    "lowest": "как можно меньше: {one}",
    "rising": "{one}, по возрастанию",
    "falling": "{one}, по убыванию",
    "reached": "{kind:these=} не дальше {within:gen} от {start:gen}, куда ведут {link:pl}{by} "
    "через {place:pl}{through}",
    "nth": "позиция|позиции|позиции|позицию {n} в списке: {of}",
    "entry": "позиция|позиции|позиции|позицию с номером «{place}» в списке: {of}",
    "first": "первые|первых {n} из списка: {of}",
    "last": "последние|последних {n} из списка: {of}",
    "first_many": "начало|начала списка: {of}, столько позиций: {n}",
    "last_many": "конец|конца списка: {of}, столько позиций: {n}",
    "size": "число|числа|числе|число {of:gen}",
    "total": "сумма|суммы|сумме|сумму {of:gen}",
    "dice_exactly": "число|числа|числе|число кубиков, на которых выпало ровно {pips},",
    "dice_at_most": "число|числа|числе|число кубиков, на которых выпало не больше {pips:gen},",
    "dice_at_least": "число|числа|числе|число кубиков, на которых выпало не меньше {pips:gen},",
    "enemy": "противник|противника|противнике|противника {of:gen}",
    "seats": "число|числа|числе|число мест за столом от {start:gen} до {of:gen}",
    "other_end": "место|места|месте|место на другом конце {link:gen}",
    "covered": "{kind:=}",
    "hidden": "?",
    "more_of_them": "ещё {n}",
    "among": " из числа {of:gen}",
    "which": ", {noun:rel} верно, что {s},",
    "which_all": ", для которых верно, что {s},",
    # ---- what is so ----
    "is": "{one} — это [не ]{items:or}",
    "is_else": "{one} — это {value}, а не {items:or}",
    "equals": "{one} — [не ]{two}",
    "at": "{one} [не ]находится в {items:or loc}",
    "elsewhere": "{one} находится в {value:loc}, а не в {items:or loc}",
    "at_kind": "местоположение {one:gen} — это [не ]{kind}",
    "is_kind": "{one} — это [не ]{kind}",
    "in": "{one} [не ]входит в число {two:gen}",
    "less": "{one} меньше, чем {two}",
    "at_most": "{one} не больше, чем {two}",
    "more": "{one} больше, чем {two}",
    "at_least": "{one} не меньше, чем {two}",
    "exactly_if": "{one} тогда и только тогда, когда {two}",
    "there_is_none": "нет {one:gen}",
    "there_is_one": "есть {one}",
    "some": "есть {noun}{among}{which}",
    "no_one": "нет {noun:gen}{among}{which}",
    "there_are": "есть|нет {them}",
    "each_is": "для {noun:eachgen}{among} верно: {s}",
    "legal": "возможно|невозможно действие «{deed}»{by}",
    "belongs": "это принадлежит другому: {whose}, а решает {who}",
    "hidden_whether": "скрыто, верно ли, что {s}",
    "if": "если {test}, то {then}, а иначе {otherwise}",
    "always": "всегда|никогда",
    "true": "верно|неверно {one}",
    # ---- what clauses do ----
    "table": "перечень: {kind:pl}",
    "exempt": " вопреки правилу «{title}»",
    "when": "{what}, если {s}",
    "never": "{what} — в этом издании никогда",
    "given": "{what}, при условии, что {s}",
    "otherwise": "в остальных случаях {what}",
    "figure_is": "{what} — это {value}",
    "becomes": "{what} — отныне {value}",
    "from_now_on": "отныне {s}",
    "holds_when": "{what} в точности тогда, когда {s}",
    "exactly_when": "в точности тогда, когда {s}",
    "asked": "верно ли, что {s}",
    "kept": "{what}{holding}, пока длится {stage}",
    "kept_game": "{what}{holding}, до конца игры",
    "holding": " ({what})",
    "ranges": "от {low} до {high}",
    "if_any": "если есть",
    "several": "{kind:pl}",
    "or_nothing": "{what} или ничего",
    "or_nobody": "{what} или никто",
    "offered": "{what}{by}{during}",
    "by": ", решает {who}",
    "by_whom": " (действует {who})",
    "during": ", пока длится {stage}",
    "moment": "{what}: момент для других правил",
    "before": "прежде чем произойдёт {what}",
    "after": "после того как произойдёт {what}",
    "instead": "вместо действия «{what}»",
    "begins": "когда начинается {stage}",
    "ends": "когда кончается {stage}",
    # ---- steps ----
    "nothing_happens": "ничего не происходит",
    "as_long_as": "пока {s}:",
    "goes_on": "пока это длится:",
    "n_times": "{n} {n:раз | раза | раз}:",
    "as_many_times": "столько раз: {n}:",
    "stage_begins": "начинается {stage}{given}:",
    "with": ", где {items}",
    "as": "{state} — {value}",
    "if_nothing": "если выбирать не из чего:",
    "together": "{noun:each}{among}{which} выбирает, все сразу и втайне: {offers:or}",
    "if_so": "если {s}:",
    "else_if": "иначе, если {s}:",
    "else": "иначе:",
    "for_each": "по очереди для {noun:eachgen}{among}{which}{counter}:",
    "counting": " (счёт от 1: {noun})",
    "for_numbers": "по очереди для {noun:eachgen} от {low:gen} до {high:gen}:",
    "must": "{who} должен выбрать: {offers:or}",
    "may": "{who} может выбрать: {offers:or}",
    "keep": "{who} может выбирать снова и снова: {offers:or}",
    "let": "пусть {noun} — это {value}",
    "move": "переместить {one:acc} в {to:acc}",
    "grows": "{what} увеличивается на {value:acc}",
    "shrinks": "{what} уменьшается на {value:acc}",
    "add": "включить {value:acc} в число {to:gen}",
    "remove": "исключить {value:acc} из числа {to:gen}",
    "clear": "очистить запись: {what}",
    "do": "выполнить: {deed}",
    "roll": "бросить {n} {n:кубик | кубика | кубиков}{sides}{noun}",
    "roll_many": "бросить кубики{sides}, столько: {n}{noun}",
    "sides": " с числом граней {n}",
    "called": " ({noun})",
    "draw": "вытянуть наугад {noun:acc} из {source:gen}",
    "shuffle": "пронумеровать наугад {source:acc} ({state})",
    "stage_ends": "{stage} кончается",
    "drawn_game": "игра кончается вничью",
    "won_by": "игра кончается, побеждает {who}",
    "leave": "на этом всё",
}

_EACH = {
    "этот": ("каждый", "каждого", "каждом", "каждый"),
    "эта": ("каждая", "каждой", "каждой", "каждую"),
    "это": ("каждое", "каждого", "каждом", "каждое"),
}
_THIS = {
    "этот": ("тот", "того", "том", "тот"),
    "эта": ("та", "той", "той", "ту"),
    "это": ("то", "того", "том", "то"),
}
_RELATIVE = {"этот": "для которого", "эта": "для которой", "это": "для которого"}
_OWN_NOUNS = {
    "number": ("число", "числа", "числе", "число", "числа", "чисел"),
    "dice": ("кубики", "кубиков", "кубиках", "кубики", "кубики", "кубиков"),
    "answer": ("ответ", "ответа", "ответе", "ответ", "ответы", "ответов"),
    "word": ("слово", "слова", "слове", "слово", "слова", "слов"),
    "actor": (
        *("принимающий решение", "принимающего решение", "принимающем решение", "принимающего решение"),
        *("принимающие решение", "принимающих решение"),
    ),
    "figure-so-far": (
        *("прежнее значение", "прежнего значения", "прежнем значении", "прежнее значение"),
        *("прежние значения", "прежних значений"),
    ),
}


class Russian(SlavicGrammar):
    """Says trees in Russian."""

    language = "ru"
    patterns = PATTERNS
    each, this = _EACH, _THIS
    all = ("все", "все", "всех")
    these = ("те", "те", "тех")
    relative = _RELATIVE
    numbered = "№"
    set_off = "—"
    own_nouns = _OWN_NOUNS

    def gender(self, kind: str) -> str:
        return "это" if kind in ("number", "figure-so-far") else super().gender(kind)

    def np_thing(self, case: str, kind: str, root: str, index: int, id: str) -> str:
        """A Russian name that has no form beside its noun stands in quotes, so that only the noun is in the case."""
        said = super().np_thing(case, kind, root, index, id)
        name = self.lexicon.thing(root, index, id)
        if name.isascii() or self.lexicon.thing_in(root, index, id, "") != name:
            return said
        noun = said.removesuffix(self.lexicon.thing_in(root, index, id, FORMS.get(case, "")))
        return f"{noun}«{name}»" if noun.endswith(" ") else said

    def forms_of(self, kind: str) -> Mapping[str, str | None]:
        one, *more = self.lexicon.term(kind)
        forms = self.lexicon.noun(kind)
        return {
            TERM: one,
            "genitive": more[0] if more else forms.get("genitive"),
            "locative": forms.get("locative"),
            "accusative": forms.get("accusative", one),
            "several": forms.get("several"),
            "of-several": more[1] if len(more) > 1 else forms.get("of-several"),
        }
