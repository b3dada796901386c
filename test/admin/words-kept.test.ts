import { expect, test } from "vitest";
import { withRevision } from "../../browser/admin/words/known.ts";
import { merge } from "../../browser/admin/words/merge.ts";
import {
  browserOf,
  chooseBoth,
  type ModelTab,
  moveWord,
  newClock,
  newPage,
  numbersFrom,
  typeWord,
  wordsAmong,
} from "./model.ts";

/** Two browsers of one person, one of another, and the API: each does what it likes. */
const play = async (seed: number) => {
  const numbers = numbersFrom(seed);
  const clock = newClock();
  const page = newPage("<p>w0</p><p>w1</p><p>w2</p>");
  let words = 3;
  const users = ["ada", "ada", "bo"].map((user) => ({
    user,
    browser: browserOf(user, page, clock, numbers),
    tabs: [] as ModelTab[],
  }));
  /** Each word, and when it came onto a screen. */
  const typed = new Map<string, number>();
  const mustStay = new Set(["w0", "w1", "w2"]);
  const log: string[] = [];
  const settleChoices = async () => {
    for (const { tabs } of users)
      for (const { keeper } of tabs) {
        const choice = keeper.choice();
        if (choice) await choice.resolve(chooseBoth(choice.merged));
      }
  };
  const steps = 12 + numbers.below(30);
  for (let step = 0; step < steps; step++) {
    const who = numbers.one(users);
    const { browser, tabs } = who;
    const tab = tabs.length > 0 ? numbers.one(tabs) : undefined;
    const say = (what: string) =>
      log.push(`${clock.timer.now()} ${who.user}${users.indexOf(who)} ${tab?.tab ?? "-"} ${what}`);
    const act = numbers.below(21);
    if (!tab || (act === 0 && tabs.length < 3)) {
      const opened = await browser.openTab();
      say(`open ${opened?.tab}`);
      if (opened) tabs.push(opened);
    } else if (act <= 9) {
      const word = `w${words++}`;
      // A key may be pressed when the question comes.
      if (tab.keeper.choice() && numbers.chance(0.7)) continue;
      typeWord(tab.keeper, word, numbers);
      typed.set(word, clock.timer.now());
      say(`type ${word}`);
    } else if (act === 10) {
      tab.kill();
      tabs.splice(tabs.indexOf(tab), 1);
      // What stood there for less than a second may be gone.
      for (const [word, at] of typed)
        if (wordsAmong(tab.keeper.fields()).includes(word) && clock.timer.now() - at < 1_000)
          typed.delete(word);
      say("kill");
    } else if (act === 11) {
      browser.weather.offline = !browser.weather.offline;
      say(`offline ${browser.weather.offline}`);
      for (const { keeper } of tabs) keeper.resume();
    } else if (act === 12) {
      browser.weather.signedOut = !browser.weather.signedOut;
      say(`signed out ${browser.weather.signedOut}`);
      for (const { keeper } of tabs) keeper.resume();
    } else if (act === 13) {
      browser.weather.lost = numbers.one([0, 0.3, 0.7]);
    } else if (act <= 15) {
      const outcome = await tab.keeper.save();
      say(`save ${JSON.stringify(outcome).slice(0, 80)}`);
    } else if (act === 16) {
      const word = `w${words++}`;
      const { revisionId, fields } = page.latest();
      const detail = [...(fields.detail as never[]), { type: "paragraph", value: `<p>${word}</p>` }];
      page.save("api", revisionId, { detail: detail as never }, 0);
      mustStay.add(word);
      log.push(`api ${word}`);
    } else if (act === 17) await settleChoices();
    else if (act === 18 && !tab.keeper.choice()) {
      // A save arrives, its answer does not, and when it is repeated, the session has ended. One goes on.
      const word = `w${words++}`;
      typeWord(tab.keeper, word, numbers);
      typed.set(word, clock.timer.now());
      Object.assign(browser.weather, { lost: 1, signedOut: false, offline: false });
      await tab.keeper.save();
      Object.assign(browser.weather, { lost: 0, signedOut: true });
      for (const { keeper } of tabs) keeper.resume();
      await clock.pass(100);
      if (!tab.keeper.choice() && wordsAmong(tab.keeper.fields()).includes(word))
        moveWord(tab.keeper, word, numbers);
      say(`save without an answer, signed out, move ${word}`);
    }
    await clock.pass(numbers.one([0, 50, 300, 1_100, 5_000]));
  }
  // Everything is well again; whoever has something open, finishes it.
  for (const { browser } of users)
    Object.assign(browser.weather, { offline: false, signedOut: false, lost: 0 });
  for (let round = 0; round < 6; round++) {
    for (const { tabs } of users) for (const { keeper } of tabs) keeper.resume();
    await settleChoices();
    await clock.pass(40_000);
  }
  for (const { tabs } of users) for (const tab of tabs.splice(0)) tab.kill();
  const places: string[] = [];
  for (const { user, browser } of users) {
    const tab = (await browser.openTab())!;
    for (let round = 0; round < 8; round++) {
      const choice = tab.keeper.choice();
      if (choice) await choice.resolve(chooseBoth(choice.merged));
      await clock.pass(5_000);
    }
    for (let round = 0; round < 6 && !("value" in (await tab.keeper.save())); round++) {
      const choice = tab.keeper.choice();
      if (choice) await choice.resolve(chooseBoth(choice.merged));
      await clock.pass(5_000);
    }
    tab.kill();
    places.push(`${user}: ${browser.entries.size} ${page.copies.has(user)}`);
  }
  const found = wordsAmong(page.latest().fields);
  const text = () =>
    `seed ${seed}\n${log.join("\n")}\n${places.join("\n")}\n${JSON.stringify(page.latest())}`;
  for (const word of [...typed.keys(), ...mustStay])
    expect(found, `${word} is lost: ${text()}`).toContain(word);
  expect(new Set(found).size, `a word is there twice: ${text()}`).toBe(found.length);
};

const histories = Number(process.env.HISTORIES ?? 500);

test(`in ${histories} histories, each word that stood on a screen for a second is found again, once`, {
  timeout: 60_000 + histories * 100,
}, async () => {
  for (let seed = Number(process.env.SEED ?? 1); seed <= histories; seed++) await play(seed);
});

test("who goes on with a paragraph of another tab, or adds a field, is asked nothing", async () => {
  const [clock, page] = [newClock(), newPage("<p>w0</p>")];
  const browser = browserOf("ada", page, clock, numbersFrom(1));
  const [one, other] = [(await browser.openTab())!.keeper, (await browser.openTab())!.keeper];
  const detailOf = (html: string) => [{ type: "paragraph", value: html }];
  one.type({ ...one.fields(), detail: detailOf("<p>w0</p><p>First.</p>") });
  await clock.pass(2_000);
  other.type({ ...other.fields(), title: "Another" });
  await clock.pass(2_000);
  other.type({ ...other.fields(), detail: detailOf("<p>w0</p><p>First. Second.</p>") });
  await clock.pass(2_000);
  one.type({ ...one.fields(), slug: "another" });
  await clock.pass(5_000);
  expect([one.choice(), other.choice()]).toEqual([undefined, undefined]);
  expect(one.fields()).toEqual({
    title: "Another",
    slug: "another",
    detail: detailOf("<p>w0</p><p>First. Second.</p>"),
  });
});

test("words about which a question is open are never said to be saved", async () => {
  const [clock, page] = [newClock(), newPage("<p>w0</p>")];
  const browser = browserOf("ada", page, clock, numbersFrom(1));
  const detailOf = (html: string) => [{ type: "paragraph", value: html }];
  const closed = (await browser.openTab())!;
  browser.weather.offline = true;
  closed.keeper.type({ ...closed.keeper.fields(), detail: detailOf("<p>Mine.</p>") });
  await clock.pass(1_000);
  closed.kill();
  browser.weather.offline = false;
  page.save("bo", 1, { detail: detailOf("<p>Theirs.</p>") }, 0);
  const { keeper } = (await browser.openTab())!;
  await clock.settle();
  expect([keeper.choice() !== undefined, keeper.place()]).toEqual([true, "sending"]);
});

const text = (...parts: readonly string[]) => ({
  detail: [{ type: "paragraph", value: parts.map((part) => `<p>${part}</p>`).join("") }],
});

test("neighbouring paragraphs that each have changed in one version only are merged", () => {
  const merged = merge(
    text("Water.", "Reed.", "Sky."),
    text("Water.", "Reed.", "Sky and clouds."),
    text("Still water.", "Tall reed.", "Sky."),
  );
  expect([merged.textConflicts, merged.fields]).toEqual([
    [],
    text("Still water.", "Tall reed.", "Sky and clouds."),
  ]);
});

test("in neighbouring paragraphs, one has to choose only where both have changed the same", () => {
  const { textConflicts } = merge(
    text("It is water.", "It is reed."),
    text("It is still water.", "It is reed."),
    text("It is deep water.", "It is tall reed."),
  );
  expect(textConflicts.map(({ mine, theirs }) => [mine, theirs])).toEqual([
    [[{ html: "<p>It is still water.</p>" }], [{ html: "<p>It is deep water.</p>" }]],
  ]);
});

test("a paragraph that both have is never merged away, though each has taken away another copy of it", () => {
  const { fields, textConflicts } = merge(
    text("Rail", "Reed", "Rail"),
    text("Rail", "Reed"),
    text("Reed", "Rail"),
  );
  expect(textConflicts.length).toBe(1);
  expect(fields).toEqual(text("Rail", "Reed"));
});

test("a paragraph that one has changed, and that stands elsewhere in the other, is there once, changed", () => {
  const before = text("Sky", "Heron", "Reed", "Rail");
  const changed = text("Sky", "Heron at dawn", "Reed", "Rail");
  const moved = text("Sky", "Reed", "Rail at noon", "Heron", "Frog");
  for (const [mine, theirs] of [
    [changed, moved],
    [moved, changed],
  ] as const) {
    const { fields, textConflicts } = merge(before, mine, theirs);
    expect(textConflicts).toEqual([]);
    expect(fields).toEqual(text("Sky", "Heron at dawn", "Reed", "Rail at noon", "Frog"));
  }
});

test("of a paragraph that both have changed, each at another place, one has to choose", () => {
  const { textConflicts } = merge(
    text("Sky", "Heron", "Reed"),
    text("Sky", "Heron at dawn", "Reed"),
    text("Sky", "Reed", "Heron at noon"),
  );
  const open = textConflicts.map(({ mine, theirs }) =>
    [mine, theirs].map((pieces) => JSON.stringify(pieces)),
  );
  expect(open).toEqual([[expect.stringContaining("at dawn"), expect.stringContaining("at noon")]]);
});

test("a change and a later revision are taken together with each paragraph once, where both have it", () => {
  const begun = { revisionId: 1, fields: text("Sky") };
  const later = { revisionId: 2, fields: text("Reed", "Rail", "Sky") };
  expect(withRevision(text("Rail", "Sky"), begun, later)).toEqual(text("Rail", "Reed", "Sky"));
});
