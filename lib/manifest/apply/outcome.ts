/** What applying a manifest did, or would do. */
export interface Outcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** With `prune` only: what was deleted. */
  readonly removed?: readonly RemovedObject[];
  /** With `prune` only: how much of each kind stays though the file does not name it. */
  readonly kept?: Readonly<Partial<Record<RemovableKind, number>>>;
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

/** Kinds of things that `prune` removes. */
export type RemovableKind =
  | "token"
  | "user"
  | "page"
  | "season"
  | "image"
  | "audio"
  | "video"
  | "group"
  | "category"
  | "workflow"
  | "collection";

/**
 * One of them, by its path, slug, key or name; a media object without a key by its id, such as `image-17`.
 */
export interface RemovedObject {
  readonly kind: RemovableKind;
  readonly name: string;
}

/** What became of one thing. */
export type Fate = "created" | "updated" | "unchanged";

/** An outcome in the making. */
export interface Ledger {
  /** Notes what became of a thing; a thing that is touched again keeps what was more. */
  readonly note: (thing: string, fate: Fate) => void;
  readonly noteRemoved: (kind: RemovableKind, name: string) => void;
  /** Notes what stays though the file does not name it. */
  readonly noteKept: (kind: RemovableKind, name: string) => void;
  readonly noteId: (kind: IdKind, name: string, id: number) => void;
  readonly noteRevision: (name: string, id: number) => void;
  readonly outcome: () => Outcome;
}

const weight: Record<Fate, number> = { unchanged: 0, updated: 1, created: 2 };

/** An empty ledger. Ids below 1 stand for things that a dry run would make; they are not noted. */
export const newLedger = ({ prunes }: { readonly prunes: boolean }): Ledger => {
  const fates = new Map<string, Fate>();
  const removed: RemovedObject[] = [];
  const kept = new Map<RemovableKind, Set<string>>();
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
  const keptCounts = () => Object.fromEntries([...kept].map(([kind, names]) => [kind, names.size]));
  return {
    note: (thing, fate) => {
      if (weight[fate] >= weight[fates.get(thing) ?? "unchanged"]) fates.set(thing, fate);
    },
    noteRemoved: (kind, name) => {
      removed.push({ kind, name });
    },
    noteKept: (kind, name) => {
      kept.set(kind, (kept.get(kind) ?? new Set()).add(name));
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
      deleted: removed.length,
      ...(prunes && { removed, kept: keptCounts() }),
      ids,
      revisions,
    }),
  };
};
