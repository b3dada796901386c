import { isDeepStrictEqual } from "node:util";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putMedia as putMediaWrite, readMedia } from "#lib/store/media.ts";

/** What a media object is beside its number. */
export type MediaProperties<Kind extends MediaKind> = Omit<MediaOf<Kind>, "kind" | "id" | "version">;

/**
 * Makes a media object, or changes the one of an id; lists that are read afterwards show it. Its files must be in the store
 * already. `properties` sees it as it is (undefined: there is none), and refuses or says what it shall be; the same as
 * before writes nothing. It runs again after a lost race. Cost: three requests.
 */
export const putMedia = async <Kind extends MediaKind>(
  kind: Kind,
  existingId: number | null,
  properties: (current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  const id = existingId ?? (await drawNumbers(kind))[kind];
  return commitDecision(async () => {
    const [current] = existingId === null ? [] : await readMedia(kind, [id]);
    const version = (current?.version ?? 0) + 1;
    const media = { ...properties(current), kind, id, version } as unknown as MediaOf<Kind>;
    if (current && isDeepStrictEqual({ ...media, version: current.version }, current))
      return { writes: [], value: current };
    return {
      writes: [putMediaWrite(media, current?.version ?? null)],
      change: { kind: "media", mediaKind: kind, id, version, media },
      value: media,
    };
  });
};
