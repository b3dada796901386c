import { text } from "node:stream/consumers";
import type { MediaFile } from "#lib/media/media.ts";
import { fileKey } from "./file-key.ts";
import { openFiles } from "./open-files.ts";

/** More than a day of speech; an answer is limited to 6 MB. */
const maxTranscriptBytes = 4 * 1024 * 1024;

/**
 * The text of a transcript's file, empty where there is none, or one that is larger than 4 MiB. One request
 * to the file store, none without a file. Fails where the store does.
 */
export const readTranscriptFile = async (file: MediaFile | null): Promise<string> => {
  if (!file || file.sizeBytes > maxTranscriptBytes) return "";
  const files = await openFiles();
  const content = await files.get(fileKey(file.key), { first: 0, last: maxTranscriptBytes - 1 });
  return content ? text(content.body) : "";
};

/** The same, empty also where the file cannot be read: an audio plays without it. */
export const readTranscript = (file: MediaFile | null): Promise<string> =>
  readTranscriptFile(file).catch(() => "");
