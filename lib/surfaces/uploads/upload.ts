import type * as z from "zod/mini";
import { requireUploadCollection } from "#lib/access/usable-collections.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { admit } from "#lib/http/admission.ts";
import { receiptIdOf } from "#lib/http/only-once.ts";
import type { Request } from "#lib/http/request.ts";
import { partCount, partSizeBytes, type Upload } from "#lib/media/upload.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { partToSend, uploadProgress, uploadSession } from "#lib/routes/editor-uploads.ts";
import type { Route } from "#lib/routes/route.ts";

/** An upload session as its owner sees it. */
export const uploadView = (upload: Upload): z.output<typeof uploadSession> => ({
  id: upload.id,
  name: upload.name,
  content_type: upload.contentType,
  size: upload.sizeBytes,
  state: upload.complete ? "complete" : "open",
  sha256: upload.complete ? upload.sha256 : null,
  expires_at: new Date(upload.expiresAt * 1000).toISOString(),
  part_size: upload.partBytes,
  parts: partCount(upload),
  url: `/api/editor/uploads/${upload.id}/`,
});

interface Part {
  readonly number: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The session with the parts that have arrived. */
export const uploadProgressView = (
  upload: Upload,
  parts: readonly Part[],
): z.output<typeof uploadProgress> => ({
  ...uploadView(upload),
  arrived: parts.map(({ number, sizeBytes, sha256 }) => ({ number, size: sizeBytes, sha256 })),
});

/** The most parts that one request presigns. */
const maxParts = 100;

/** The requested parts. Refuses numbers that the upload does not have, repeats, and more than 100 parts. */
export const partsToSend = (
  requested: readonly z.output<typeof partToSend>[],
  upload: Upload,
): readonly Part[] => {
  const count = partCount(upload);
  const numbers = requested.map(({ number }) => number);
  const problems = numbers.flatMap((number, index): Problem[] => {
    const path = `parts.${index}.number`;
    if (number > count) return [{ path, code: "invalid_choice", message: `There are ${count} parts.` }];
    if (numbers.indexOf(number) === index) return [];
    return [{ path, code: "duplicate", message: `Part ${number} is there already.` }];
  });
  if (requested.length > maxParts)
    problems.push({ path: "parts", code: "max_length", message: `At most ${maxParts} parts at a time.` });
  refuseProblems(problems);
  return requested.map(({ number, sha256 }) => ({
    number,
    sizeBytes: partSizeBytes(upload, number),
    sha256: sha256.toLowerCase(),
  }));
};

export interface AdmittedUpload {
  readonly userId: number;
  /** Runs work under the user's upload lock, if the route needs one. Refuses `rate_limited`. */
  readonly whileAlone: <Result>(work: (keepLock: () => Promise<void>) => Promise<Result>) => Promise<Result>;
}

/** Admits the caller of a route that receives media, before its body. Refuses as the function does. */
export const admitUpload = async (route: Route, request: Request): Promise<AdmittedUpload> => {
  const { principal } = await admit(route, request, { principal: null });
  if (!principal) throw new Error(`${route.id} receives files from strangers`);
  const [kind] = route.receives;
  if (kind) requireUploadCollection(principal, [kind]);
  const { id: userId } = principal.user;
  const receiptId = receiptIdOf(request, userId);
  return {
    userId,
    whileAlone: (work) =>
      kind === "image"
        ? work(async () => {})
        : whileOnlyUpload(userId, route.limits.timeoutSeconds, work, receiptId),
  };
};
