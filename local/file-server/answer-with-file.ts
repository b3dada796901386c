import type { FileKey } from "#lib/files/file-key.ts";
import { FileStoreError } from "#lib/files/file-store-error.ts";
import type { Files } from "#lib/files/files.ts";
import type { GatewayAnswer } from "#local/gateway/answer.ts";
import { type FilePresentation, type FileRequest, fileAnswer } from "./file-answer.ts";

/** Answers a request with a file; undefined if there is none. A damaged file is an error. */
export const answerWithFile = async (
  files: Files,
  key: FileKey,
  presentation: FilePresentation,
  request: FileRequest,
): Promise<GatewayAnswer | undefined> => {
  const file = await files.head(key);
  if (!file) return undefined;
  if (!(await files.isIntact(key)))
    throw new Error(
      `The file ${key} is damaged and is not served; \`lectern files verify\` finds all such files.`,
    );
  const { status, headers, part } = fileAnswer(request, file, presentation);
  if (part === "none") return { status, headers, cookies: [], body: "" };
  const content = await files.get(key, part === "whole" ? undefined : part).catch(undefinedIfOutside);
  if (content?.etag === file.etag) return { status, headers, cookies: [], body: content.body };
  // The file has just been replaced or removed: these headers are not of this content.
  content?.body.destroy();
  return answerWithFile(files, key, presentation, request);
};

const undefinedIfOutside = (error: unknown): undefined => {
  if (!(error instanceof FileStoreError && error.code === "range_outside_file")) throw error;
};
