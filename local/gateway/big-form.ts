import type { IncomingMessage, ServerResponse } from "node:http";
import { storeUpload } from "#lib/actions/uploads/store-upload.ts";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { certain } from "#lib/certain.ts";
import { payloadTooLarge, unreadableForm } from "#lib/http/body-refusals.ts";
import { boundaryIn } from "#lib/http/multipart.ts";
import { type SentFile, sentFileName, withSentFiles } from "#lib/http/only-once.ts";
import { requestFrom } from "#lib/http/request.ts";
import { logError } from "#lib/log.ts";
import { maxImageBytes } from "#lib/media/file-rules.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { fileFields } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";
import { admitUpload } from "#lib/surfaces/uploads/upload.ts";
import type { GatewayAnswer } from "./answer.ts";
import { type Arrival, eventFromRequest } from "./event.ts";
import { formParts } from "./form-parts.ts";
import { invoke, type LambdaHandler } from "./invoke.ts";
import { routeRefusal } from "./refusal.ts";
import { type FormFiles, storeForm } from "./store-form.ts";

/** True for a form with files that is larger than an event can be, or of unknown size. */
export const isBigForm = ({ receives }: Route, { headers }: IncomingMessage, eventBytes: number): boolean =>
  receives.length > 0 &&
  /^\s*multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "") &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > eventBytes);

/**
 * Answers a form that is too large for an event. It stores the form's files as uploads of the caller while
 * they arrive, calls the function with their ids in place of the files, and removes them afterwards.
 *
 * A caller that the route refuses, or who has another upload in progress (`rate_limited`), is refused before
 * the body is read. `payload_too_large` is above the route's largest files and 1 MiB. Undefined if the client
 * has gone.
 */
export const answerBigForm = async (
  arrival: Omit<Arrival, "body">,
  response: ServerResponse,
  handler: LambdaHandler,
): Promise<GatewayAnswer | undefined> => {
  const { request, target, match } = arrival;
  const { route } = match;
  const bodyless = eventFromRequest({ ...arrival, body: Buffer.alloc(0) });
  const admitted = await admitUpload(route, requestFrom(bodyless)).catch(() => undefined);
  if (!admitted) return invoke(route, handler, bodyless);
  const { userId, whileAlone } = admitted;
  const stored: number[] = [];
  const sent = new Map<string, SentFile>();
  const remove = () => removeUploads(stored, userId);
  const answer = async (keepLock: () => Promise<void>) => {
    const body = await receiveForm(
      request,
      response,
      { route, keepLock },
      async ({ content, field, ...file }) => {
        const upload = { ...file, contentType: file.contentType ?? "" };
        const { id, sha256 } = await storeUpload(userId, upload, content);
        stored.push(id);
        sent.set(sentFileName(field, String(id)), { name: file.name, digest: sha256 ?? "" });
        return id;
      },
    );
    // A late function still uses the files after its caller got a timeout.
    const thenRemove: LambdaHandler = async (event, context) => {
      try {
        return await withSentFiles(sent, () => handler(event, context));
      } finally {
        await remove();
      }
    };
    return invoke(route, thenRemove, eventFromRequest({ ...arrival, body }));
  };
  try {
    return await whileAlone(answer);
  } catch (error) {
    await remove();
    // The unread rest of the body would block the connection's next request.
    request.resume();
    if (request.socket.destroyed) return undefined;
    if (error instanceof Refusal) return routeRefusal(error, route, target.path);
    if (!isStorageFull(error)) throw error;
    logError(error);
    return routeRefusal(new Refusal("storage_full"), route, target.path);
  }
};

interface Receiving {
  readonly route: Route;
  readonly keepLock: () => Promise<void>;
}

const receiveForm = async (
  request: IncomingMessage,
  response: ServerResponse,
  receiving: Receiving,
  store: FormFiles["store"],
): Promise<Buffer> => {
  const { route } = receiving;
  const { headers } = request;
  const boundary = boundaryIn(headers["content-type"] ?? "");
  if (!boundary) throw unreadableForm();
  const limitBytes = maxFormBytes(route);
  if (Number(headers["content-length"] ?? 0) > limitBytes) throw payloadTooLarge(route);
  if (headers.expect) response.writeContinue();
  const parts = formParts(bodyOf(request, receiving, limitBytes), boundary);
  return storeForm(parts, boundary, { fields: fileFields(certain(route.body)), store });
};

/** The body as it arrives; keeps the lock alive. The connection stays open for the answer to a sender. */
async function* bodyOf(
  request: IncomingMessage,
  { route, keepLock }: Receiving,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    sizeBytes += piece.length;
    if (sizeBytes > limitBytes) throw payloadTooLarge(route);
    await keepLock();
    yield piece;
  }
}

/** Room for the parts of a form that are not files. */
const otherBytes = 1_048_576;

const maxFormBytes = ({ receives }: Route): number =>
  receives.reduce((sum, kind) => sum + maxFileBytes(kind), otherBytes);

const maxFileBytes = (kind: MediaKind): number =>
  kind === "image" ? maxImageBytes : maxRecordingBytes[kind]();

/** Uploads that cannot be removed now will expire. */
const removeUploads = async (ids: readonly number[], userId: number): Promise<void> => {
  for (const id of ids) await removeUpload(id, userId).catch(logError);
};
