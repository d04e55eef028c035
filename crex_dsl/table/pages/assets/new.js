// A new table: game, edition, options, readings, house rules and seats; what does not go together is said at once.

import { byId, el, fill, labelled, pageData, selection } from "./lib/dom.js";
import { trying } from "./lib/banner.js";
import { say } from "./lib/messages.js";
import { post } from "./lib/server.js";

const PAUSE = 250;
const { games } = pageData();
const form = byId("new");
const chosen = {
  game: games.find((game) => game.default) || games[0],
  editions: [], // of the game, and of house rules
  edition: null,
  options: new Set(),
  readings: new Map(),
  rules: [],
  scenario: "",
  seats: new Map(),
};
let checked = null;
let brought = false; // house rules that nobody has looked at yet
let asked = 0;
let timer = 0;

const part = (legend, ...inner) => el("fieldset", {}, el("legend", {}, legend), inner);
const places = Object.fromEntries(
  ["edition", "options", "readings", "rules", "scenario", "seats"].map((name) => [name, el("div", {})]),
);
const verdict = el("div", { role: "status", "aria-live": "polite" });
const title = el("input", { maxLength: 60, autocomplete: "off" });
const values = el("input", { maxLength: 900, autocomplete: "off", oninput: () => check() });
const name = el("input", { maxLength: 40, autocomplete: "nickname" });
const sandbox = el("input", { type: "checkbox", id: "sandbox" });
const make = el("button", { className: "first" }, say("table-create"));

// ---- what is chosen ----
function pickGame(id) {
  chosen.game = games.find((game) => game.id === id);
  chosen.editions = chosen.game.editions;
  pickEdition((chosen.editions.find((each) => each.id === chosen.game.default_edition) || chosen.editions[0]).id);
}

function pickEdition(id) {
  const own = chosen.game.editions.find((each) => each.id === id);
  chosen.edition = own || { ...chosen.edition, ...chosen.editions.find((each) => each.id === id) };
  const known = new Set(chosen.edition.options.map((option) => option.id));
  chosen.options = new Set([...chosen.options].filter((option) => known.has(option)));
  chosen.readings.clear();
  chosen.scenario = "";
  values.value = "";
  checked = null;
  show();
  check();
}

const names = () => [...chosen.options, ...[...chosen.readings].map(([ruling, reading]) => `${ruling}=${reading}`)];

const scenario = () => (chosen.scenario ? `${chosen.scenario} ${values.value}`.trim() : "");

const selected = () => ({
  game: chosen.game.id,
  edition: chosen.edition.id,
  options: names(),
  scenario: scenario(),
  rules: chosen.rules,
});

/** Ask whether all this goes together; only the answer to the last question counts. */
function check() {
  clearTimeout(timer);
  make.disabled = true;
  const number = (asked += 1);
  timer = setTimeout(async () => {
    fill(verdict, el("p", { className: "hint" }, say("table-checking")));
    const answer = await trying(() => post("/api/games/check", selected()));
    if (number !== asked) return;
    fill(
      verdict,
      !answer
        ? null
        : answer.ok
          ? el("p", { className: "yes" }, say("table-goes-together"), answer.scenario ? ` ${answer.scenario}` : "")
          : el("div", { className: "conflict" }, titled(answer.error), (answer.diagnostics || []).map(diagnostic)),
    );
    if (!answer?.ok || offer(answer)) return;
    checked = answer;
    make.disabled = false;
    showScenarios();
    showSeats();
  }, PAUSE);
}

const diagnostic = (text) => el("pre", {}, text);

/** A sentence with the options by their titles, as they stand beside the boxes. */
const titled = (text) =>
  text.replace(/`([^`]+)`/g, (whole, id) => chosen.edition.options.find((each) => each.id === id)?.title || whole);

/** Offer what house rules bring; the only edition among it is taken, and then all is to be checked again. */
function offer({ editions, edition }) {
  const others = editions.filter((each) => !chosen.editions.some((known) => known.id === each.id));
  const taken = brought && others.length === 1;
  const changed = editions.length !== chosen.editions.length || JSON.stringify(edition) !== JSON.stringify(chosen.edition);
  chosen.editions = editions;
  brought = false;
  if (taken) pickEdition(others[0].id);
  else if (changed) {
    chosen.edition = edition;
    show();
  }
  return taken;
}

// ---- the form ----
function show() {
  fill(
    places.edition,
    labelled(
      say("table-game"),
      selection(
        games.map((game) => [game.id, game.title]),
        chosen.game.id,
        { onchange: (event) => pickGame(event.target.value) },
      ),
    ),
    labelled(
      say("table-edition"),
      selection(
        chosen.editions.map((each) => [each.id, each.title]),
        chosen.edition.id,
        { onchange: (event) => pickEdition(event.target.value) },
      ),
    ),
  );
  fill(
    places.options,
    chosen.edition.options.length
      ? el("ul", { className: "boxes" }, chosen.edition.options.map(option))
      : el("p", { className: "hint" }, say("table-no-options")),
  );
  const open = chosen.edition.rulings.filter((ruling) => ruling.readings.length > 1);
  fill(
    places.readings,
    open.length
      ? el("details", {}, el("summary", {}, say("table-readings-open", { count: open.length })), open.map(reading))
      : el("p", { className: "hint" }, say("table-no-readings")),
  );
  showSeats();
}

function option(row) {
  const box = el("input", {
    type: "checkbox",
    id: `option-${row.id}`,
    checked: chosen.options.has(row.id),
    onchange: () => {
      if (box.checked) chosen.options.add(row.id);
      else chosen.options.delete(row.id);
      check();
    },
  });
  const titles = (ids) => // of those that this edition has
    chosen.edition.options.filter((each) => ids?.includes(each.id)).map((each) => each.title || each.id);
  const notes = [
    row.says,
    ...[
      ["excludes", "table-excludes"],
      ["needs", "table-needs"],
      ["recommends", "table-recommends"],
    ].map(([key, words]) => (titles(row[key]).length ? say(words, { names: titles(row[key]).join(", ") }) : "")),
  ];
  return el(
    "li",
    { lang: chosen.edition.language },
    box,
    el("label", { for: box.id }, row.title || row.id),
    el("small", {}, notes.filter(Boolean).join(" ")),
  );
}

function reading(ruling) {
  const taken = ruling.readings.find((each) => each.taken)?.id;
  const rows = ruling.readings
    .filter((each) => !each.unplayable)
    .map((each) => [
      each.id,
      `${each.id}${each.taken ? ` (${say("table-taken")})` : ""}${each.printed ? ` (${say("table-printed")})` : ""}`,
    ]);
  const why = el("small", {});
  const explain = (id) => fill(why, ruling.readings.find((each) => each.id === id)?.reason || "");
  const field = labelled(
    ruling.asks || ruling.id,
    selection(rows, chosen.readings.get(ruling.id) || taken, {
      onchange: (event) => {
        if (event.target.value === taken) chosen.readings.delete(ruling.id);
        else chosen.readings.set(ruling.id, event.target.value);
        explain(event.target.value);
        check();
      },
    }),
    why,
  );
  explain(chosen.readings.get(ruling.id) || taken);
  field.lang = chosen.edition.language;
  return field;
}

/** The whole game, or a scenario of it with its values in words. */
function showScenarios() {
  if (places.scenario.contains(document.activeElement)) return; // somebody is just saying which
  const scenes = checked?.scenarios || [];
  const takes = el("small", {});
  const field = labelled(
    say("table-scenario-values"),
    values,
    takes,
    el("small", {}, say("table-scenario-values-how")),
  );
  const explain = () => {
    fill(takes, scenes.find((scene) => scene.name === chosen.scenario)?.takes || "");
    field.hidden = !chosen.scenario;
  };
  const choice = selection(
    [["", say("table-whole-game")], ...scenes.map((scene) => [scene.name, scene.title])],
    chosen.scenario,
    {
      onchange: (event) => {
        chosen.scenario = event.target.value;
        values.value = "";
        explain();
        check();
      },
    },
  );
  explain();
  fill(places.scenario, labelled(say("table-scenario"), choice), field);
}

function showSeats() {
  const { players = [], bots: levels = [], default_bot: level } = checked || {};
  fill(
    places.seats,
    players.length
      ? players.map((player, number) => {
          if (!chosen.seats.has(player.seat)) chosen.seats.set(player.seat, number ? `bot ${level}` : "mine");
          const rows = [
            ["mine", say("table-seat-mine")],
            ["person", say("table-seat-person")],
            ...levels.map((bot) => [`bot ${bot.name}`, say("table-bot", { name: bot.name })]),
          ];
          const says = el("small", {});
          const explain = (value) => fill(says, levels.find((bot) => `bot ${bot.name}` === value)?.says || "");
          const choice = selection(rows, chosen.seats.get(player.seat), {
            onchange: (event) => {
              chosen.seats.set(player.seat, event.target.value);
              explain(event.target.value);
            },
          });
          explain(choice.value);
          const field = labelled(player.name, choice, says);
          field.querySelector("label").lang = chosen.edition.language;
          return field;
        })
      : el("p", { className: "hint" }, say("table-checking")),
  );
}

async function read(event) {
  chosen.rules = await Promise.all(
    [...event.target.files].map(async (file) => ({ name: file.name, text: await file.text() })),
  );
  brought = chosen.rules.length > 0;
  const still = chosen.game.editions.some((each) => each.id === chosen.edition.id);
  if (still) check();
  else pickGame(chosen.game.id); // its edition went with the file
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (make.disabled) return;
  const players = checked?.players || [];
  const seats = Object.fromEntries(
    players.map(({ seat }) => {
      const [sort, bot] = (chosen.seats.get(seat) || "person").split(" ");
      return [seat, sort === "bot" ? { sort, bot } : { sort: "person", mine: sort === "mine" }];
    }),
  );
  make.disabled = true;
  const made = await trying(() =>
    post("/api/tables", {
      ...selected(),
      title: title.value.trim(),
      name: name.value.trim(),
      sandbox: sandbox.checked,
      seats,
    }),
  );
  make.disabled = false;
  if (made) window.location.assign(made.address);
});

fill(
  form,
  part(say("table-book"), places.edition),
  part(say("table-options"), places.options),
  part(say("table-readings"), el("p", { className: "hint" }, say("table-readings-why")), places.readings),
  part(
    say("table-house"),
    el("p", { className: "hint" }, say("table-house-why")),
    labelled(
      say("table-house-file"),
      el("input", { type: "file", multiple: true, accept: ".crex,.txt", onchange: read }),
    ),
  ),
  part(say("table-start"), places.scenario),
  part(say("table-seats"), places.seats),
  part(
    say("table-table"),
    labelled(say("table-title"), title),
    labelled(say("table-your-name"), name),
    el(
      "ul",
      { className: "boxes" },
      el(
        "li",
        {},
        sandbox,
        el("label", { for: "sandbox" }, say("table-sandbox")),
        el("small", {}, say("table-sandbox-why")),
      ),
    ),
  ),
  el("div", { className: "foot" }, verdict, make),
);
pickGame(chosen.game.id);
