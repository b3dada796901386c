import { randomUUID } from "node:crypto";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { partsSha256Of } from "#lib/files/part-checksum.ts";
import { mediaFileKey, mediaFileNameIn } from "#lib/media/file-key.ts";
import type { Audio, MediaFile } from "#lib/media/media.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";
import {
  claimFiles,
  type LeftoverFiles,
  putLeftoverFiles,
  resolveExpectedFiles,
} from "#lib/store/leftovers.ts";
import { readMedia } from "#lib/store/media.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { digestOf } from "./files-to-store.ts";
import { removeLeftoverFiles, withExpectedFiles } from "./leftover-files.ts";
import type { MediaReads } from "./media-reads.ts";
import { putMedia } from "./put-media.ts";

export interface NewTranscript {
  readonly segments: readonly TranscriptSegment[];
  /** The bytes that were sent. */
  readonly sent: Uint8Array;
}

/** Gives the audio, or refuses callers who may not change it. */
type Permit = (current: Audio | undefined) => Audio;

/**
 * Stores a transcript in place of the audio's. Its file has a key that no other change has, so the row names
 * one transcript or the other at any time. The file is noted until the row names it, and what it replaces
 * from then on: whenever the process ends, a job removes the one that is not named (decision 009). One that
 * is stored already changes nothing. Cost: eight requests, six without a former transcript.
 */
export const putTranscript = async (
  id: number,
  { segments, sent }: NewTranscript,
  permit: Permit,
  { media: read = readMedia }: MediaReads<"audio"> = {},
): Promise<Audio> => {
  const body = Buffer.from(`${JSON.stringify({ transcripts: segments })}\n`);
  const digest = digestOf(body);
  const partsSha256 = partsSha256Of(sent);
  const before = await read("audio", id);
  const stored = permit(before).transcript;
  if (stored?.partsSha256 === partsSha256 && digest.startsWith(mediaFileNameIn(stored.key)?.digest ?? "-"))
    return putMedia("audio", id, permit);
  const note = randomUUID();
  const name = `transcript-${note.slice(0, 8)}.json`;
  const key = mediaFileKey({ kind: "audio", id, digest, name });
  const transcript = { key, contentType: "application/json", sizeBytes: body.length, partsSha256 };
  const expected = { kind: "audio", id, keys: [key], note } as const;
  return withExpectedFiles(expected, async () => {
    await (await openFiles()).put(fileKey(key), body, transcript.contentType);
    const noteOf = (leftover: LeftoverFiles | undefined) =>
      leftover ? resolveExpectedFiles(leftover) : claimFiles(expected);
    return exchange(expected, transcript, permit, { noteOf });
  });
};

/** Removes the audio's transcript, if it has one. Cost: five requests, one without a transcript. */
export const deleteTranscript = (
  id: number,
  permit: Permit,
  reads: MediaReads<"audio"> = {},
): Promise<Audio> => {
  const noteOf = (leftover: LeftoverFiles | undefined) => leftover && putLeftoverFiles(leftover);
  return exchange({ id, note: randomUUID() }, null, permit, { noteOf, reads });
};

interface ExchangeOptions {
  readonly noteOf: (leftover: LeftoverFiles | undefined) => Write | undefined;
  readonly reads?: MediaReads<"audio">;
}

/** Replaces the transcript in the row, together with a write that notes the former one's file, if any. */
const exchange = async (
  { id, note }: Pick<Audio, "id"> & { readonly note: string },
  transcript: MediaFile | null,
  permit: Permit,
  { noteOf, reads = {} }: ExchangeOptions,
): Promise<Audio> => {
  let leftover: LeftoverFiles | undefined;
  const properties = (current: Audio | undefined): Audio => {
    const audio = permit(current);
    const { transcript: former } = audio;
    leftover = former ? { kind: "audio", id, keys: [former.key], note } : undefined;
    return { ...audio, transcript };
  };
  const audio = await putMedia("audio", id, properties, { claims: () => noteOf(leftover) ?? [], reads });
  // The row names the file no more. A failure of the file store is met, and logged, by the job as well.
  if (leftover) await removeLeftoverFiles(leftover).catch(() => {});
  return audio;
};
