import type * as z from "zod/mini";
import { type Client, type RetryOptions, ServiceRefusal } from "#cli/publish/client.ts";
import { checksumOfParts, sha256Of } from "#lib/files/part-checksum.ts";
import {
  completeUpload,
  createUpload,
  listUploads,
  readUpload,
  type uploadSession,
} from "#lib/routes/editor-uploads.ts";
import { sendPart } from "./send-part.ts";
import { type OpenSource, openSource, type UploadSource } from "./source.ts";

type Session = z.output<typeof uploadSession>;

export interface Watcher {
  /** Sending starts, or starts again. */
  readonly begun: () => void;
  /** A part has arrived, now or in an earlier run. */
  readonly arrived: (bytes: number, wasSent: boolean) => void;
}

/** How many parts are sent at once, and held in memory. */
const lanes = 3;

/** Refusals after which the session is of no use; one new session is tried. */
const lostSession = ["not_found", "upload_incomplete", "upload_complete"];

/**
 * Sends a file to the service, and gives the id of the complete session. Continues an earlier session with
 * the same name and size. Parts that have arrived stay for the next run if it throws.
 */
export const sendFile = async (
  client: Client,
  source: UploadSource,
  watcher: Watcher,
  retries: RetryOptions = {},
): Promise<number> => {
  await using file = await openSource(source);
  const sending = { client, source, file, watcher, retries };
  const earlier = await findSession(sending);
  if (earlier) {
    try {
      return await sendInto(earlier, sending);
    } catch (error) {
      if (!isOfSession(error)) throw error;
    }
  }
  // Awaited here, because the file is closed on return.
  return await sendInto(await beginSession(sending), sending);
};

interface Sending {
  readonly client: Client;
  readonly source: UploadSource;
  readonly file: OpenSource;
  readonly watcher: Watcher;
  readonly retries: RetryOptions;
}

const isOfSession = (error: unknown): boolean =>
  error instanceof ServiceRefusal &&
  (lostSession.includes(error.code) || error.problems.some(({ path }) => path === "sha256"));

const beginSession = ({ client, source }: Sending): Promise<Session> =>
  client(createUpload, {
    body: { name: source.name, content_type: source.contentType, size: source.sizeBytes },
  });

/** An earlier session for a file with the same name and size. */
const findSession = async ({ client, source }: Sending): Promise<Session | undefined> => {
  const sessions = await client(listUploads);
  return sessions.find(({ name, size }) => name === source.name && size === source.sizeBytes);
};

const sendInto = async (session: Session, sending: Sending): Promise<number> => {
  const { client, file, watcher } = sending;
  watcher.begun();
  const params = { id: session.id };
  const { arrived, state } = await client(readUpload, { params });
  const there = new Map(arrived.map(({ number, sha256 }) => [number, sha256]));
  const checksums: string[] = [];
  const numbers = countTo(session.parts);
  const lane = async (): Promise<void> => {
    const buffer = Buffer.alloc(Math.min(session.part_size, session.size));
    for (const number of numbers) {
      const content = await file.read(buffer, (number - 1) * session.part_size);
      const sha256 = sha256Of(content);
      const wasSent = state === "open" && there.get(number) !== sha256;
      if (wasSent) await sendPart(client, session.id, { number, sha256, content }, sending.retries);
      checksums[number - 1] = sha256;
      watcher.arrived(content.length, wasSent);
    }
  };
  await allOrFirstError(Array.from({ length: Math.min(lanes, session.parts) }, lane));
  await file.requireUnchanged();
  const sha256 = checksumOfParts(checksums.map((checksum) => ({ sha256: checksum })));
  await client(completeUpload, { params, body: { sha256 } });
  return session.id;
};

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
