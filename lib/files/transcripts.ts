import { text } from "node:stream/consumers";
import type { MediaFile } from "#lib/media/media.ts";
import { maxStoredTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import { fileKey } from "./file-key.ts";
import { openFiles } from "./open-files.ts";

/** The transcript; empty without a file, or if it is too long. Fails where the store does. One request. */
export const readTranscriptFile = async (
  file: MediaFile | null,
  maxBytes = maxStoredTranscriptBytes,
): Promise<string> => {
  if (!file || file.sizeBytes > maxBytes) return "";
  const files = await openFiles();
  const content = await files.get(fileKey(file.key), { first: 0, last: maxBytes - 1 });
  return content ? text(content.body) : "";
};

/** The same, empty also where the file cannot be read: an audio plays without it. */
export const readTranscript = (file: MediaFile | null, maxBytes?: number): Promise<string> =>
  readTranscriptFile(file, maxBytes).catch(() => "");
