import { text } from "node:stream/consumers";
import type { MediaFile } from "#lib/media/media.ts";
import { maxStoredTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import { intactFile } from "./intact-file.ts";
import { openFiles } from "./open-files.ts";

/**
 * The transcript; undefined if its file is gone, empty without one, or if it is too long. Throws `damaged`,
 * and fails where the store does. One request.
 */
export const readTranscriptFile = async (
  file: MediaFile | null,
  maxBytes = maxStoredTranscriptBytes,
): Promise<string | undefined> => {
  if (!file || file.sizeBytes > maxBytes) return "";
  const content = await intactFile(await openFiles(), file);
  return content && text(content.body);
};

/** Reads a transcript; undefined also if the file cannot be read, because an audio plays without it. */
export const readTranscript = (file: MediaFile | null, maxBytes?: number): Promise<string | undefined> =>
  readTranscriptFile(file, maxBytes).catch(() => undefined);
