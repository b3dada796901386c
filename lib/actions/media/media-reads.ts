import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { readMedia } from "#lib/store/media.ts";
import { plannedRead, type RequestById } from "#lib/store/planned-read.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";

/** The reads of a change: its media object, and the sequence from which its transaction takes its number. */
export interface MediaReads<Kind extends MediaKind> {
  readonly media?: (kind: Kind, id: number) => Promise<MediaOf<Kind> | undefined>;
  readonly numbers?: PlannedNumbers;
}

const readsOf =
  <Kind extends MediaKind>(kind: Kind) =>
  ({ params }: RequestById) => ({ media: plannedRead(readMedia<Kind>, kind, params.id) });

const changeReadsOf =
  <Kind extends MediaKind>(kind: Kind) =>
  (request: RequestById) => ({ ...readsOf(kind)(request), numbers: plannedNumbers("CHANGES") });

/** Plans to read a media object, by its kind. */
export const mediaReads = { image: readsOf("image"), audio: readsOf("audio"), video: readsOf("video") };

/** Plans the same for a change that lists show. */
export const mediaChangeReads = {
  image: changeReadsOf("image"),
  audio: changeReadsOf("audio"),
  video: changeReadsOf("video"),
};
