import { text } from "node:stream/consumers";
import type { MediaFile } from "#lib/media/media.ts";
import { fileKey } from "./file-key.ts";
import { openFiles } from "./open-files.ts";

/** More than a day of speech; an answer is limited to 6 MB. */
const maxTranscriptBytes = 4 * 1024 * 1024;

/** The transcript; empty without a file, or if it exceeds 4 MiB. Fails where the store does. One request. */
export const readTranscriptFile = async (file: MediaFile | null): Promise<string> => {
  if (!file || file.sizeBytes > maxTranscriptBytes) return "";
  const files = await openFiles();
  const content = await files.get(fileKey(file.key), { first: 0, last: maxTranscriptBytes - 1 });
  return content ? text(content.body) : "";
};

/** The same, empty also where the file cannot be read: an audio plays without it. */
export const readTranscript = (file: MediaFile | null): Promise<string> =>
  readTranscriptFile(file).catch(() => "");
