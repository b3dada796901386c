import { text } from "node:stream/consumers";
import type { MediaFile } from "#lib/media/media.ts";
import { fileKey } from "./file-key.ts";
import { openFiles } from "./open-files.ts";

/** More than a day of speech; an answer is limited to 6 MB. */
const maxTranscriptBytes = 4 * 1024 * 1024;

/**
 * The text of a transcript file; empty if there is none, or if it is larger than 4 MiB or cannot be read: an
 * audio plays without it. One request to the file store, none without a file.
 */
export const readTranscript = async (file: MediaFile | null): Promise<string> => {
  if (!file || file.sizeBytes > maxTranscriptBytes) return "";
  try {
    const files = await openFiles();
    const content = await files.get(fileKey(file.key), { first: 0, last: maxTranscriptBytes - 1 });
    return content ? await text(content.body) : "";
  } catch {
    return "";
  }
};
