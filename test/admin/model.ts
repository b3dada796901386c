import { blocksOf, piecesOf, type TextPiece } from "#lib/richtext/source/pieces.ts";
import { openKeeper } from "../../browser/admin/words/keeper.ts";
import {
  changesOf,
  type Fields,
  isConflict,
  type Merged,
  type TextConflict,
} from "../../browser/admin/words/merge.ts";
import type {
  Base,
  Journal,
  JournalEntry,
  Keeper,
  Outcome,
  PageService,
  Saved,
  StoredCopy,
  Timer,
} from "../../browser/admin/words/ports.ts";

/** Numbers that are the same in each run (mulberry32). */
export const numbersFrom = (seed: number) => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (of: number) => next() < of,
    one: <T>(list: readonly T[]) => list[below(list.length)]!,
  };
};

type Numbers = ReturnType<typeof numbersFrom>;

/** A clock that moves when it is told to. */
export const newClock = () => {
  let now = 1_000_000;
  const waiting: { at: number; call: () => void }[] = [];
  const timer: Timer = {
    now: () => now,
    after: (ms, call) => {
      const entry = { at: now + ms, call };
      waiting.push(entry);
      return () => void waiting.splice(0, waiting.length, ...waiting.filter((each) => each !== entry));
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    const end = now + ms;
    await settle();
    for (;;) {
      const next = waiting.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.call();
      await settle();
    }
    now = end;
  };
  return { timer, pass, settle };
};

type Clock = ReturnType<typeof newClock>;

/** One page of the service, with its revisions and the working copies of people. */
export const newPage = (text: string) => {
  const revisions: Base[] = [{ revisionId: 1, fields: { title: "A page", detail: [paragraph(text)] } }];
  const copies = new Map<string, StoredCopy>();
  const answers = new Map<string, { readonly value: Saved }>();
  let versions = 0;
  const latest = () => revisions.at(-1)!;
  return {
    revisions,
    latest,
    copies,
    putCopy: (
      user: string,
      copy: { version: number; base_revision_id: number; fields: Fields },
      at: number,
    ) => {
      const stored = copies.get(user);
      if (copy.version !== (stored?.version ?? 0))
        return { failure: { kind: "other copy", copy: stored ?? null } } as const;
      const { base_revision_id, fields } = structuredClone(copy);
      const value = {
        version: ++versions,
        base_revision_id,
        fields,
        updated_at: new Date(at).toISOString(),
        client: user,
      };
      copies.set(user, value);
      return { value };
    },
    save: (user: string, base: number, changes: Fields, version: number, key?: string) => {
      const earlier = answers.get(key ?? "");
      if (earlier) return earlier;
      if (base !== latest().revisionId) return { failure: { kind: "other revision" } } as const;
      const revision = { revisionId: base + 1, fields: { ...latest().fields, ...structuredClone(changes) } };
      revisions.push(revision);
      const stored = copies.get(user);
      const isCopyKept = stored !== undefined && stored.version !== version;
      if (!isCopyKept) copies.delete(user);
      const answer = { value: { revisionId: revision.revisionId, isCopyKept } };
      if (key) answers.set(key, answer);
      return answer;
    },
  };
};

export type ModelPage = ReturnType<typeof newPage>;

const paragraph = (html: string) => ({ type: "paragraph", value: html });

/** What may go wrong between a tab and the service. */
export interface Weather {
  offline: boolean;
  signedOut: boolean;
  /** The share of requests that arrive and whose answers do not. */
  lost: number;
}

/** A browser of one person, whose store outlives its tabs. */
export const browserOf = (user: string, page: ModelPage, clock: Clock, numbers: Numbers) => {
  const entries = new Map<string, JournalEntry>();
  const open = new Set<string>();
  const weather: Weather = { offline: false, signedOut: false, lost: 0 };
  let tabs = 0;
  let keys = numbers.below(1_000_000) * 1_000;
  const serviceOf = (isOpen: () => boolean): PageService => {
    const ask = async <Value>(work: () => Outcome<Value>): Promise<Outcome<Value>> => {
      await Promise.resolve();
      if (weather.offline) return { failure: { kind: "away" } };
      if (weather.signedOut) return { failure: { kind: "signed out" } };
      const outcome = structuredClone(work());
      await Promise.resolve();
      if (!isOpen()) return new Promise<never>(() => {});
      return numbers.chance(weather.lost) ? { failure: { kind: "away" } } : outcome;
    };
    return {
      read: () => ask(() => ({ value: page.latest() })),
      readRevision: (id) =>
        ask(() => ({ value: page.revisions.find(({ revisionId }) => revisionId === id)! })),
      readCopy: () => ask(() => ({ value: page.copies.get(user) ?? null })),
      putCopy: (copy) => ask(() => page.putCopy(user, copy, clock.timer.now())),
      save: ({ key, base, fields, version }) =>
        ask(() => page.save(user, base.revisionId, changesOf(base.fields, fields), version, key)),
    };
  };
  const openTab = async () => {
    const tab = `${user} ${++tabs}`;
    open.add(tab);
    const isOpen = () => open.has(tab);
    const journal: Journal = {
      put: async (entry) => {
        if (isOpen()) entries.set(tab, structuredClone(entry));
      },
      remove: async (_, which) => {
        if (isOpen()) entries.delete(which);
      },
      left: async () =>
        [...entries.values()].filter((entry) => !open.has(entry.tab)).map((each) => structuredClone(each)),
    };
    const service = serviceOf(isOpen);
    const opened = openKeeper({
      ...{ page: "7", tab, journal, service, timer: clock.timer, newKey: () => `key ${++keys}` },
      changed: () => {},
      arrived: () => {},
    });
    let outcome: Awaited<typeof opened> | undefined;
    void opened.then((value) => {
      outcome = value;
    });
    await clock.settle();
    if (!outcome || "failure" in outcome) {
      open.delete(tab);
      return undefined;
    }
    const keeper = outcome.value;
    /** The tab is gone from one moment to the next. */
    const kill = () => {
      keeper.stop();
      open.delete(tab);
    };
    return { tab, keeper, kill };
  };
  return { weather, openTab, entries };
};

export type ModelTab = NonNullable<Awaited<ReturnType<ReturnType<typeof browserOf>["openTab"]>>>;

/** Puts a word into a paragraph of its own, or at the end of one that is there. */
export const typeWord = (keeper: Keeper, word: string, numbers: Numbers): void => {
  const fields = keeper.fields();
  const pieces = [...piecesOf(fields.detail as never)];
  const at = numbers.below(pieces.length + 1);
  const there = pieces[at];
  if (there && "html" in there && numbers.chance(0.6))
    pieces[at] = { html: there.html.replace("</p>", ` ${word}</p>`) };
  else pieces.splice(at, 0, { html: `<p>${word}</p>` });
  keeper.type({ ...fields, detail: blocksOf(pieces) as never });
};

/** Cuts a word out of its paragraph, and puts it at the end of another one. */
export const moveWord = (keeper: Keeper, word: string, numbers: Numbers): void => {
  const fields = keeper.fields();
  const pieces = piecesOf(fields.detail as never).flatMap((piece): readonly TextPiece[] => {
    if (!("html" in piece) || !wordsIn([piece]).includes(word)) return [piece];
    const others = wordsIn([piece]).filter((each) => each !== word);
    return others.length > 0 ? [{ html: `<p>${others.join(" ")}</p>` }] : [];
  });
  const places = pieces.flatMap((piece, index) => ("html" in piece ? [index] : []));
  if (places.length === 0) return;
  const at = numbers.one(places);
  const { html } = pieces[at] as { readonly html: string };
  const moved = pieces.with(at, { html: html.replace("</p>", ` ${word}</p>`) });
  keeper.type({ ...fields, detail: blocksOf(moved) as never });
};

export const wordsAmong = (fields: Fields): readonly string[] =>
  JSON.stringify(fields.detail ?? "").match(/\bw\d+\b/g) ?? [];

/** Chooses as somebody who wants to lose no word and see none twice: both versions, in one. */
export const chooseBoth = ({ fields, texts }: Merged): Fields => {
  const chosen: Record<string, unknown> = { ...fields };
  for (const [field, parts] of texts) {
    const seen = new Set(parts.flatMap((part) => (isConflict(part) ? [] : wordsIn(part))));
    const bothOf = ({ mine, theirs }: TextConflict): TextPiece => {
      const words = [...wordsIn(mine), ...wordsIn(theirs)].filter(
        (word) => !seen.has(word) && seen.add(word),
      );
      return { html: `<p>${words.join(" ")}</p>` };
    };
    chosen[field] = blocksOf(
      parts.flatMap((part): readonly TextPiece[] => (isConflict(part) ? [bothOf(part)] : part)),
    );
  }
  return chosen as Fields;
};

const wordsIn = (pieces: readonly TextPiece[] | undefined): readonly string[] =>
  (pieces ?? []).flatMap((piece) => ("html" in piece ? (piece.html.match(/\bw\d+\b/g) ?? []) : []));
