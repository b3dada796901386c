/** What applying a manifest did, or would do. */
export interface Outcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Ids of what the file names, by what it calls them; without those that a dry run would make. */
  readonly ids: Readonly<Record<IdKind, Readonly<Record<string, number>>>>;
  /** Latest revision ids by page key, or path. */
  readonly revisions: Readonly<Record<string, number>>;
}

/** Kinds of things that have ids in an outcome. */
export type IdKind =
  | "pages"
  | "images"
  | "audios"
  | "videos"
  | "collections"
  | "categories"
  | "users"
  | "seasons";

/** What became of one thing. */
export type Fate = "created" | "updated" | "unchanged";

/** An outcome in the making. */
export interface Ledger {
  /** Notes what became of a thing; a thing that is touched again keeps what was more. */
  readonly note: (thing: string, fate: Fate) => void;
  readonly noteDeleted: (count: number) => void;
  readonly noteId: (kind: IdKind, name: string, id: number) => void;
  readonly noteRevision: (name: string, id: number) => void;
  readonly outcome: () => Outcome;
}

const weight: Record<Fate, number> = { unchanged: 0, updated: 1, created: 2 };

/** An empty ledger. Ids below 1 stand for things that a dry run would make; they are not noted. */
export const newLedger = (): Ledger => {
  const fates = new Map<string, Fate>();
  let deleted = 0;
  const ids: Record<IdKind, Record<string, number>> = {
    pages: {},
    images: {},
    audios: {},
    videos: {},
    collections: {},
    categories: {},
    users: {},
    seasons: {},
  };
  const revisions: Record<string, number> = {};
  const count = (fate: Fate) => [...fates.values()].filter((value) => value === fate).length;
  return {
    note: (thing, fate) => {
      if (weight[fate] >= weight[fates.get(thing) ?? "unchanged"]) fates.set(thing, fate);
    },
    noteDeleted: (number) => {
      deleted += number;
    },
    noteId: (kind, name, id) => {
      if (id > 0) ids[kind][name] = id;
    },
    noteRevision: (name, id) => {
      if (id > 0) revisions[name] = id;
    },
    outcome: () => ({
      created: count("created"),
      updated: count("updated"),
      unchanged: count("unchanged"),
      deleted,
      ids,
      revisions,
    }),
  };
};
