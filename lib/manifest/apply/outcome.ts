/** The effects of applying a manifest. Without `prune`, `removed` and `kept` are absent. */
export interface Outcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly removed?: readonly RemovedObject[];
  /** The number of objects of each kind that stay although the file does not name them. */
  readonly kept?: Readonly<Partial<Record<RemovableKind, number>>>;
  /** In a dry run: what was changed beside the manifest, such as `category birds (name)`, if anything. */
  readonly beside?: readonly string[];
  /** Ids by the names that the file uses; without objects that a dry run would create. */
  readonly ids: Readonly<Record<IdKind, Readonly<Record<string, number>>>>;
  /** Latest revision ids, by page key or path. */
  readonly revisions: Readonly<Record<string, number>>;
}

export type IdKind =
  | "pages"
  | "images"
  | "audios"
  | "videos"
  | "collections"
  | "categories"
  | "users"
  | "seasons";

export type RemovableKind =
  | "token"
  | "webhook"
  | "trust"
  | "user"
  | "page"
  | "season"
  | "image"
  | "audio"
  | "video"
  | "group"
  | "category"
  | "author"
  | "redirect"
  | "workflow"
  | "collection";

/**
 * An object that was removed, by its path, slug, key or name; a media object without a key by its id, such as
 * `image-17`.
 */
export interface RemovedObject {
  readonly kind: RemovableKind;
  readonly name: string;
}

export type Fate = "created" | "updated" | "unchanged";

/** The single things of an outcome: objects by kind and name, such as `page /home/notes`. */
export interface LedgerEntries {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly RemovedObject[];
}

/** Collects an outcome. */
export interface Ledger {
  /** Notes an effect. For an object that is noted again, the greater change counts. */
  readonly note: (thing: string, fate: Fate) => void;
  readonly noteRemoved: (kind: RemovableKind, name: string) => void;
  readonly noteKept: (kind: RemovableKind, name: string) => void;
  readonly noteBeside: (things: readonly string[]) => void;
  readonly noteId: (kind: IdKind, name: string, id: number) => void;
  readonly noteRevision: (name: string, id: number) => void;
  readonly outcome: () => Outcome;
  readonly entries: () => LedgerEntries;
}

const weight: Record<Fate, number> = { unchanged: 0, updated: 1, created: 2 };

/** Ids below 1 stand for objects that a dry run would create; they are not noted. */
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
  const beside = new Set<string>();
  const things = (fate: Fate) => [...fates].flatMap(([thing, value]) => (value === fate ? [thing] : []));
  const count = (fate: Fate) => things(fate).length;
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
    noteBeside: (changed) => {
      for (const thing of changed) beside.add(thing);
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
      ...(beside.size > 0 && { beside: [...beside].sort() }),
      ids,
      revisions,
    }),
    entries: () => ({
      created: things("created"),
      updated: things("updated"),
      unchanged: things("unchanged"),
      removed: [...removed],
    }),
  };
};
