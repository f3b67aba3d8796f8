"""Knowledge structures: files of SMCDEL's with their known answers."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import bdd, structures
from kibitz.knowledge.logic.evaluation import Evaluation
from kibitz.knowledge.logic.formulas import And, Formula, Holds, Knows, Proposition
from kibitz.knowledge.logic.puzzles import muddy_children
from kibitz.knowledge.logic.smcdel import Structure
from kibitz.knowledge.logic.structures import TruthTables, answers, structure_engine

LOGICIANS = """
-- Three logicians are asked: "Does everybody want a beer?"
VARS 1,2,3
LAW Top
OBS anne: 1
    bill: 2
    cath: 3
VALID? [! ~ anne knows whether (1 & 2 & 3)]      -- "I do not know."
       [! ~ bill knows whether (1 & 2 & 3)]      -- "I do not know."
       cath knows whether (1 & 2 & 3)
VALID? [! ~ anne knows whether (1 & 2 & 3)] anne, bill, cath comknow that 1
VALID? [! ~ anne knows whether (1 & 2 & 3)] bill knows that 3
WHERE? <! ~ anne knows whether (1 & 2 & 3)> <! ~ bill knows whether (1 & 2 & 3)>
       cath knows that AND (1,2,3)
TRUE?  {} anne knows that ~ (1 & 2 & 3)
VALID? 1 & 2 -> (anne, bill) distknow that (1 & 2)
"""

CRYPTOGRAPHERS = """
-- Somebody paid for dinner: one of three cryptographers (1, 2, 3) or somebody else (0).
-- Each two share a coin (4, 5, 6); each says the XOR of their coins and whether they paid.
VARS 0,1,2,3,4,5,6
LAW ONEOF (0,1,2,3)
OBS a: 1,4,5
    b: 2,4,6
    c: 3,5,6
VALID? [?! XOR (1,4,5)] [?! XOR (2,4,6)] [?! XOR (3,5,6)]
  AND ( 0 -> a,b,c comknow that 0
      , 1 -> ~ (b knows that 1) & ~ c knows that 1
      , 2 -> ~ (a knows that 2) & ~ c knows that 2 )
VALID? [?! XOR (1,4,5)] [?! XOR (2,4,6)] [?! XOR (3,5,6)] (a,b,c) comknow whether 0
VALID? a knows whether 0
WHERE? AND (1,4,5,6)
VALID? Exists 1,2,3 (Forall 4,5,6 ONEOF (0,1,2,3)) -> Top
"""

BIRTHDAY = """
-- Albert is told the month of a birthday, Bernard the day.
VARS 5,6,7,8,14,15,16,17,18,19
LAW AND ( ONEOF (5,6,7,8), ONEOF (14,15,16,17,18,19)
        , OR (5 & 15, 5 & 16, 5 & 19, 6 & 17, 6 & 18, 7 & 14, 7 & 16, 8 & 14, 8 & 15, 8 & 17) )
OBS albert: 5,6,7,8
    bernard: 14,15,16,17,18,19
WHERE? <! ~ (albert knows whether (14,15,16,17,18,19))
          & albert knows that (~ bernard knows whether (5,6,7,8))>
       <! bernard knows whether (5,6,7,8)>
       <! albert knows whether (14,15,16,17,18,19)> Top
WHERE? bernard knows whether (5,6,7,8)
"""


def test_drinking_logicians() -> None:
    assert answers(LOGICIANS) == [True, True, False, [[1, 2, 3]], True, True]


def test_dining_cryptographers() -> None:
    assert answers(CRYPTOGRAPHERS) == [True, True, False, [[1, 4, 5, 6]], True]


def test_cheryls_birthday() -> None:
    assert answers(BIRTHDAY) == [[[7, 16]], [[5, 19], [6, 18]]]


@pytest.mark.parametrize("text", [LOGICIANS, CRYPTOGRAPHERS, BIRTHDAY])
def test_diagrams_give_the_same_answers(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dd")
    expected = answers(text)
    monkeypatch.setattr(structures, "FEW", 0)
    assert answers(text) == expected


def test_a_state_may_break_the_law() -> None:
    assert answers("VARS 1,2 LAW 1 OBS a: 2 TRUE? {2} a knows that 1 TRUE? {} 1") == [True, False]


def test_states_are_sorted_and_so_are_they() -> None:
    assert answers("VARS 9,4,2 LAW ~ 4 OBS a: 2 WHERE? 2 | 9") == [[[2], [2, 9], [9]]]


def test_a_contradiction_is_a_law_too() -> None:
    assert answers("VARS 1 LAW Bot OBS a: 1 VALID? Bot WHERE? Top") == [True, []]


def test_the_engine_is_chosen_by_the_number_of_propositions() -> None:
    pytest.importorskip("dd")
    assert structure_engine(muddy_children(20)).name == "truth tables"
    assert structure_engine(muddy_children(21)).name == "diagrams"


def test_an_agent_that_sees_all_or_nothing() -> None:
    text = "VARS 1,2 LAW 1 | 2 OBS a: 1,2 b:\n"
    text += "VALID? a knows whether (1,2) VALID? b knows that (1 | 2) WHERE? b knows whether 1"
    assert answers(text) == [True, True, []]


def test_too_many_states_are_not_listed() -> None:
    numbers = ",".join(map(str, range(18)))
    with pytest.raises(KibitzError, match="true in 262,144 states"):
        answers(f"VARS {numbers} LAW Top OBS a: 1 WHERE? Top")


def test_cards_mean_nothing_in_a_structure() -> None:
    structure = Structure((1,), Proposition(1), ("a",), ((),))
    with pytest.raises(KibitzError, match="speaks of cards"):
        TruthTables(structure).atom(Holds(1, 1))


def test_without_the_package_many_propositions_are_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(bdd, "import_module", missing)
    assert answers(LOGICIANS)[0] is True
    with pytest.raises(KibitzError, match="the package `dd` is not installed") as caught:
        structure_engine(muddy_children(21))
    assert caught.value.hint == "pip install 'kibitz[logic]'"


def test_formulas_as_deep_as_allowed_are_answered() -> None:
    head = "VARS 1,2 LAW Top OBS a: 1 b: 2 VALID? "
    for deep in ("a knows that " * 148, "[! 1 | 2] " * 148, "~ b knows whether " * 74):
        assert answers(f"{head}{deep} Top")[0] in (True, False)
    said = "2"
    for _ in range(147):
        said = f"[! {said}] 1"
    assert answers(f"{head}{said}")[0] in (True, False)


def test_states_of_many_propositions_are_listed() -> None:
    pytest.importorskip("dd")
    numbers = range(600)
    text = f"VARS {','.join(map(str, numbers))} LAW ONEOF ({','.join(map(str, numbers))}) "
    found = answers(f"{text} OBS a: 0 WHERE? a knows whether 1 WHERE? OR (599, 7, 300)")
    assert found == [[[0]], [[7], [300], [599]]]


def test_a_formula_with_shared_parts_is_answered_in_no_time() -> None:
    structure = Structure((1, 2), Proposition(1), ("a",), ((1,),))
    formula: Formula = Proposition(1)
    for _ in range(70):
        formula = And((formula, Knows(0, formula)))
    engine = TruthTables(structure)
    assert engine.states(Evaluation(engine).value(formula)) == [[1], [1, 2]]
