import type { Connection } from "./connection.ts";
import type { Schemas } from "./operations.ts";
import { Refusal, Unreachable } from "./refusal.ts";
import { pause, reasonOf, type SendOptions, send } from "./send.ts";

/** A file that is sent in parts. */
export interface UploadFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly contentType?: string;
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Throws if the file has changed since its size was read; called before the upload is completed. */
  readonly requireUnchanged?: () => Promise<void>;
}

export interface UploadWatcher {
  /** Sending starts, or starts again. */
  readonly begun?: () => void;
  /** A part has arrived, now or in an earlier run. */
  readonly arrived?: (bytes: number, wasSent: boolean) => void;
}

type Session = Schemas["UploadSession"];

/** The parts that are sent at once, and held in memory. */
const lanes = 3;

/** Refusals after which the session is of no use; one new session is tried. */
const lostSession = ["not_found", "upload_incomplete", "upload_complete"];

/** A blob or a browser's file; in Node, `openAsBlob` of `node:fs` makes one of a file's path. */
export const uploadFileOf = (blob: Blob, name: string): UploadFile => ({
  name,
  sizeBytes: blob.size,
  ...(blob.type === "" ? {} : { contentType: blob.type }),
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
});

/**
 * Sends a file to the service, and gives the id of the complete upload, which forms take in the place of the
 * file. Continues an earlier upload of a file with the same name and size: parts that have arrived are not
 * sent again. Throws `Refusal` and `Unreachable`; then the same call goes on where this one stopped.
 */
export const sendUpload = async (
  connection: Connection,
  file: UploadFile,
  watcher: UploadWatcher = {},
  options: SendOptions = {},
): Promise<number> => {
  const sending = { connection, file, watcher, options };
  const earlier = await findSession(sending);
  if (earlier) {
    try {
      return await sendInto(earlier, sending);
    } catch (error) {
      if (!isOfSession(error)) throw error;
    }
  }
  return sendInto(await beginSession(sending), sending);
};

interface Sending {
  readonly connection: Connection;
  readonly file: UploadFile;
  readonly watcher: UploadWatcher;
  readonly options: SendOptions;
}

const isOfSession = (error: unknown): boolean =>
  error instanceof Refusal &&
  (lostSession.includes(error.code) || error.problems.some(({ path }) => path === "sha256"));

const beginSession = ({ connection, file }: Sending): Promise<Session> =>
  connection.request("post", "/api/editor/uploads/", {
    json: {
      name: file.name,
      size: file.sizeBytes,
      ...(file.contentType === undefined ? {} : { content_type: file.contentType }),
    },
  });

/** An earlier session for a file with the same name and size. */
const findSession = async ({ connection, file }: Sending): Promise<Session | undefined> => {
  const sessions = await connection.request("get", "/api/editor/uploads/");
  return sessions.find(({ name, size }) => name === file.name && size === file.sizeBytes);
};

const sendInto = async (session: Session, sending: Sending): Promise<number> => {
  const { connection, file, watcher, options } = sending;
  const params = { id: session.id };
  watcher.begun?.();
  const { arrived, state } = await connection.request("get", "/api/editor/uploads/{id}/", { params });
  const there = new Map(arrived.map(({ number, sha256 }) => [number, sha256]));
  const checksums = new Map<number, Uint8Array<ArrayBuffer>>();
  const numbers = countTo(session.parts);
  const lane = async (): Promise<void> => {
    for (const number of numbers) {
      options.signal?.throwIfAborted();
      const start = (number - 1) * session.part_size;
      const content = await file.read(start, Math.min(start + session.part_size, session.size));
      const checksum = await sha256Of(content);
      const wasSent = state === "open" && there.get(number) !== inHex(checksum);
      if (wasSent) await sendPart(session.id, { number, sha256: inHex(checksum), content }, sending);
      checksums.set(number, checksum);
      watcher.arrived?.(content.length, wasSent);
    }
  };
  await allOrFirstError(Array.from({ length: Math.min(lanes, session.parts) }, lane));
  await file.requireUnchanged?.();
  const inOrder = [...checksums].sort(([one], [other]) => one - other).map(([, checksum]) => checksum);
  const sha256 = await joinedChecksum(inOrder);
  await connection.request("post", "/api/editor/uploads/{id}/complete/", { params, json: { sha256 } });
  return session.id;
};

interface Part {
  readonly number: number;
  readonly sha256: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

const partAttempts = 9;
const firstPartWaitMs = 200;
const maxPartWaitMs = 15_000;
const partTimeoutMs = 600_000;

/**
 * Sends a part to the file store. Failures of the network and the store are tried again for about a minute,
 * each time with a request that is signed again.
 */
const sendPart = async (
  id: number,
  { number, sha256, content }: Part,
  { connection, options }: Sending,
): Promise<void> => {
  const { attempts = partAttempts, firstWaitMs = firstPartWaitMs, onWait, signal } = options;
  for (let attempt = 1; ; attempt++) {
    const { parts } = await connection.request("post", "/api/editor/uploads/{id}/parts/", {
      params: { id },
      json: { parts: [{ number, sha256 }] },
    });
    // biome-ignore lint/style/noNonNullAssertion: the answer has an address for each part that was asked for
    const failure = await put(parts[0]!, content, options);
    if (!failure) return;
    if (!failure.isPassing || attempt >= attempts)
      throw new Unreachable(`Part ${number} could not be sent (${failure.reason}).`);
    const waitMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxPartWaitMs) * (1 - Math.random() / 2);
    onWait?.(failure.reason, waitMs);
    await pause(waitMs, signal);
  }
};

interface Failure {
  readonly reason: string;
  readonly isPassing: boolean;
}

const put = async (
  signed: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  body: Uint8Array<ArrayBuffer>,
  options: SendOptions,
): Promise<Failure | undefined> => {
  const once = { ...options, attempts: 1, timeoutMs: partTimeoutMs };
  try {
    const { status } = await send({ ...signed, body, isRepeatable: true }, once);
    return status < 300 ? undefined : { reason: `the file store answered ${status}`, isPassing: false };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof Refusal)
      return { reason: `the file store answered ${error.status}`, isPassing: isPassing(error.status) };
    return { reason: reasonOf(error as Error), isPassing: true };
  }
};

/** 400: damaged on its way. 404: the upload is over. 507: a full disk is not freed within seconds. */
const isPassing = (status: number): boolean =>
  (status >= 500 && status !== 507) || [400, 404, 408, 429].includes(status);

/** Each number goes to one lane; after an error there are no more. */
function* countTo(last: number): Generator<number> {
  for (let number = 1; number <= last; number++) yield number;
}

/** Waits for all, so that nothing runs on after the error is thrown. */
const allOrFirstError = async (works: readonly Promise<void>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
};

const mebibyte = 2 ** 20;

/** The `parts_sha256` by which lists of media find a file: of parts of 8 MiB, or a thousand of whole MiB. */
export const partsChecksum = async (file: UploadFile): Promise<string> => {
  const partSize = Math.max(8, Math.ceil(file.sizeBytes / 1_000 / mebibyte)) * mebibyte;
  const checksums: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < file.sizeBytes; start += partSize)
    checksums.push(await sha256Of(await file.read(start, Math.min(start + partSize, file.sizeBytes))));
  return joinedChecksum(checksums);
};

const joinedChecksum = async (checksums: readonly Uint8Array<ArrayBuffer>[]): Promise<string> =>
  inHex(await sha256Of(new Uint8Array(await new Blob([...checksums]).arrayBuffer())));

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

export const inHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
