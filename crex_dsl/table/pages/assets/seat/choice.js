// Which answers are left while things are chosen one after the other. Knows things by kind and id, and nothing else.

export const keyOf = (thing) => `${thing.kind} ${thing.id}`;

/** Everything by which an answer can be found: what it names, and where it leads. */
const named = (answer) => new Set([...answer.things, ...answer.goals].map(keyOf));

/** The kinds of what an answer names. */
const kindsOf = (answer) => new Set(answer.things.map((thing) => thing.kind));

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export class Choice {
  constructor(decision) {
    this.rows = (decision?.answers || []).map((answer) => [answer, named(answer), folded(answer.text)]);
    this.chosen = [];
    this.places = new Map(); // by chosen piece, where it stands
    this.words = [];
  }

  /** The answers that are about everything that is chosen, and hold every word that is typed. */
  get left() {
    return this.rows
      .filter(
        ([answer, keys, text]) =>
          this.chosen.every((key) => this.#about(key, answer, keys)) && this.words.every((word) => text.includes(word)),
      )
      .map(([answer]) => answer);
  }

  /** Whether an answer names a thing; or no piece of its kind, but the place where it stands. */
  #about(key, answer, keys) {
    return keys.has(key) || (keys.has(this.places.get(key)) && !kindsOf(answer).has(key.split(" ", 1)[0]));
  }

  /** The things that tell the answers apart that are left, each with how many of them name it. */
  get lit() {
    const [counts, total] = this.#counted();
    return new Map([...counts].filter(([key, count]) => !this.chosen.includes(key) && (count < total || total === 1)));
  }

  /** The things that all the answers name that are left, without declining: they need not be chosen. */
  get given() {
    const [counts, total] = this.#counted();
    return new Set(total > 1 ? [...counts].filter(([, count]) => count === total).map(([key]) => key) : []);
  }

  /** Everything that some answer names that is left: all that can be touched without asking why not. */
  get touchable() {
    return new Set(this.#counted()[0].keys());
  }

  /** How many of the answers that are left name each thing, and how many there are that name any. */
  #counted() {
    const left = new Set(this.left);
    const counts = new Map();
    const naming = this.rows.filter(([answer, keys]) => left.has(answer) && keys.size);
    for (const [, keys] of naming) for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
    return [counts, naming.length];
  }

  choose(key, place = null) {
    this.places.set(key, place);
    if (this.chosen.includes(key)) this.chosen = this.chosen.filter((each) => each !== key);
    else this.chosen.push(key);
  }

  /** Give up what was chosen last; whether there was anything. */
  drop() {
    return this.chosen.pop() !== undefined;
  }

  type(text) {
    this.words = folded(text).split(/\s+/).filter(Boolean);
  }
}
