import { isDeepStrictEqual } from "node:util";
import { registerTags } from "#lib/actions/pages/register-tags.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { claimMediaKey, putMediaRow, readMedia, readMediaKey } from "#lib/store/media.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { MediaReads } from "./media-reads.ts";

export type MediaProperties<Kind extends MediaKind> = Omit<MediaOf<Kind>, "kind" | "id" | "version">;

/** Gives what a media object is to be; gets what it is now, undefined for a new one. */
type Describe<Kind extends MediaKind> = (current: MediaOf<Kind> | undefined) => MediaProperties<Kind>;

/** Writes what becomes of the notes of its files. */
type Claims = () => Write | readonly Write[];

interface PutOptions<Kind extends MediaKind> {
  readonly claims?: Claims;
  readonly reads?: MediaReads<Kind>;
}

/**
 * Changes a media object; later lists show it. Its files must be stored already; `claims` writes what becomes
 * of their notes, in the same transaction. Equal properties write nothing. Cost: three requests, more for new
 * tags.
 */
export const putMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  describe: Describe<Kind>,
  { claims = () => [], reads = {} }: PutOptions<Kind> = {},
): Promise<MediaOf<Kind>> => commitMedia(kind, id, describe, { claims, reads, isNew: false });

/**
 * Creates a media object in the same way, under an id that has just been drawn. A key is set at creation
 * only. Refuses `key/duplicate`. Cost: two requests, three with a key, more for new tags.
 */
export const putNewMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  describe: Describe<Kind>,
  claims: Claims = () => [],
): Promise<MediaOf<Kind>> => commitMedia(kind, id, describe, { claims, reads: {}, isNew: true });

const commitMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  describe: Describe<Kind>,
  { claims, reads, isNew }: Required<PutOptions<Kind>> & { readonly isNew: boolean },
): Promise<MediaOf<Kind>> => {
  const { media: read = readMedia, numbers } = reads;
  let mayExist = !isNew;
  return commitDecision(async ({ beginChange }) => {
    const current = mayExist ? await read(kind, id) : undefined;
    // The next attempt may find what this one has written, if the answer to it was lost.
    mayExist = true;
    const version = (current?.version ?? 0) + 1;
    // With these three it is whole, which the compiler does not see of a kind that it does not know.
    const media = { ...describe(current), kind, id, version } as unknown as MediaOf<Kind>;
    if (current && isDeepStrictEqual({ ...media, version: current.version }, current))
      return { writes: [], value: current, outcome: { id } };
    beginChange();
    await registerTags(media.tags);
    return {
      writes: [
        putMediaRow(media, current?.version ?? null),
        ...[claims()].flat(),
        ...(current ? [] : await keyClaims(kind, media)),
      ],
      change: { kind: "media", mediaKind: kind, id, version, media },
      value: media,
      outcome: { id },
    };
  }, numbers);
};

const keyClaims = async (
  kind: MediaKind,
  { id, key }: { readonly id: number; readonly key?: string },
): Promise<Write[]> => {
  if (key === undefined) return [];
  if ((await readMediaKey(kind, key)) !== undefined)
    throw invalid("key", "duplicate", `There is another ${kind} of the key ${key}.`);
  return [claimMediaKey(kind, key, id)];
};
