import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import type { MediaIdsByKey } from "#lib/manifest/apply/apply-media.ts";
import { writtenMedia } from "#lib/manifest/read/written.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";

/** Undefined for keys that are neither in the manifest nor in the service. */
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

/** The same with the ids of applied media; the same function if there are no new ones. */
export const idsAfter = (before: MediaIdOf, applied: MediaIdsByKey): MediaIdOf => {
  const isNew = mediaKinds.some((kind) => [...applied[kind]].some(([key, id]) => before(kind, key) !== id));
  return isNew ? (kind, key) => applied[kind].get(key) ?? before(kind, key) : before;
};
