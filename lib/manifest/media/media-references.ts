import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import type { MediaIdsByKey } from "#lib/manifest/apply/apply-media.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { writtenMedia } from "#lib/manifest/read/written.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { type MediaIds, type MediaReference, mediaIds } from "#lib/media/references.ts";

/** Replaces the keys of media by ids, and remembers these. Unknown keys are reported. */
export interface MediaReferences {
  /** The id for a value such as `{image: heron}`. Any other value or member is reported, and gets some id. */
  readonly idOf: (kind: MediaKind, value: unknown, at: Path, form?: ReferenceForm) => number;
  /** All ids that were given. */
  readonly used: () => MediaIds;
}

/** How a reference is written that is more than a map with the kind as its only key. */
interface ReferenceForm {
  /** The member that holds the media object's key. */
  readonly member?: string;
  /** Other permitted members. */
  readonly others?: readonly string[];
}

/** The id for references that were reported, so that each is reported once. */
const noObject = 1;

export const newMediaReferences = (mediaIdOf: MediaIdOf, report: Report): MediaReferences => {
  const used: MediaReference[] = [];
  const use = (kind: MediaKind, id: number): number => {
    used.push({ kind, id });
    return id;
  };
  return {
    idOf: (kind, value, at, { member = kind, others = [] } = {}) => {
      const key = isObject(value) ? value[member] : undefined;
      if (!isObject(value) || typeof key !== "string") {
        report(at, ({ map }) => `expected ${map} such as {${member}: key}`);
        return use(kind, noObject);
      }
      for (const name of Object.keys(value)) {
        if (name !== member && !others.includes(name))
          report([...at, name], ({ key: word }) => `unknown ${word}`, "unsupported");
      }
      const id = mediaIdOf(kind, key);
      if (id === undefined) report([...at, member], `there is no ${kind} ${key}`, "not_found");
      return use(kind, id ?? noObject);
    },
    used: () => mediaIds(used),
  };
};

/** The id for a key; undefined if it is neither in the manifest nor in the service. */
export type MediaIdOf = (kind: MediaKind, key: string) => number | undefined;

/** The ids before anything is applied, provisional ones for new media. `value` has malformed entries. */
export const idsBefore = (
  value: unknown,
  { media, mediaKeys }: Pick<StoredState, "media" | "mediaKeys">,
  { prune }: { readonly prune: boolean },
): MediaIdOf => {
  const known = Object.fromEntries(mediaKinds.map((kind) => [kind, new Map<string, number>()]));
  let provisional = Number.MAX_SAFE_INTEGER;
  for (const kind of mediaKinds) {
    const ids = certain(known[kind]);
    if (!prune) for (const [key, id] of mediaKeys[kind]) ids.set(key, id);
    for (const [key, { id }] of media[kind]) ids.set(key, id);
    for (const key of keysIn(value, kind)) if (!ids.has(key)) ids.set(key, provisional--);
  }
  return (kind, key) => certain(known[kind]).get(key);
};

const keysIn = (value: unknown, kind: MediaKind): string[] =>
  writtenMedia(value, kind).flatMap((entry) =>
    isObject(entry) && typeof entry.key === "string" ? [entry.key.trim()] : [],
  );

/**
 * Gives the ids of applied media in place of provisional ones; the same function if there are no new media.
 */
export const idsAfter = (before: MediaIdOf, applied: MediaIdsByKey): MediaIdOf => {
  const isNew = mediaKinds.some((kind) => [...applied[kind]].some(([key, id]) => before(kind, key) !== id));
  return isNew ? (kind, key) => applied[kind].get(key) ?? before(kind, key) : before;
};
