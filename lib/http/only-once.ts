import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, type Hash } from "node:crypto";
import { certain } from "#lib/certain.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { inCommitScope, type ReceiptSlot, type RequestOutcome } from "#lib/store/commit-scope.ts";
import { type PlannedRead, plannedRead } from "#lib/store/planned-read.ts";
import { type Receipt, readReceipt, receiptId, receiptOfForm } from "#lib/store/receipts.ts";
import { multipartEntries } from "./multipart.ts";
import { asReply, Reply } from "./reply.ts";
import type { Request } from "./request.ts";

/** The header of answers to repeated requests. */
export const replayedHeader = "idempotency-replayed";

interface Work<Answer> {
  readonly perform: () => Promise<Answer> | Answer;
  /** Answers again what the outcome is of. */
  readonly repeat: (outcome: RequestOutcome) => Promise<Answer> | Answer;
}

/** The name of the receipt of a request with a key. Refuses a key that is invalid. */
export const receiptIdOf = ({ headers }: Request, userId: number): string | undefined => {
  const key = idempotencyKey(headers["idempotency-key"]);
  return key === undefined ? undefined : receiptId(userId, key);
};

/** Plans to read the receipt of a request with a key. Refuses a key that is invalid. */
export const plannedReceipt = (
  request: Request,
  userId: number,
): PlannedRead<[string], Receipt | undefined> | undefined => {
  const id = receiptIdOf(request, userId);
  return id === undefined ? undefined : plannedRead(readReceipt, id);
};

/**
 * Performs a request, unless one with the same key was performed in the last 24 hours: then its answer is
 * given again (contract#idempotency-keys). Refuses `idempotency_key_reused`. Cost: as `performOnce`.
 */
export const onlyOnce = async <Answer>(
  request: Request,
  userId: number,
  { perform, repeat }: Work<Answer | Reply<Answer>>,
  read?: typeof readReceipt,
): Promise<Answer | Reply<Answer>> => {
  const id = receiptIdOf(request, userId);
  if (id === undefined) return perform();
  const repeatMarked = async (outcome: RequestOutcome) => marked(await repeat(outcome));
  return performOnce<Answer | Reply<Answer>>(
    { id, fingerprint: fingerprintOf(request), read },
    { perform, repeat: repeatMarked },
  );
};

interface ReceiptToWrite extends Pick<ReceiptSlot, "id" | "fingerprint"> {
  readonly eager?: boolean;
  readonly read?: typeof readReceipt | undefined;
}

/**
 * Performs work whose first decision with an outcome writes this receipt, unless the receipt is there: then
 * repeats its answer. If the work fails, a receipt may be there all the same: equal work was faster, or
 * the connection broke after the commit. Refuses `idempotency_key_reused` if the receipt is of other work.
 * `eager` work begins while the receipt is being read: what it does before that decision does no harm if it
 * is done twice. Cost: one request to DynamoDB more, two if the work fails.
 */
const performOnce = async <Answer>(
  { id, fingerprint, eager = false, read = readReceipt }: ReceiptToWrite,
  { perform, repeat }: Work<Answer>,
): Promise<Answer> => {
  const repeated = async (receipt: Receipt) => {
    if (receipt.fingerprint !== fingerprint) throw new Refusal("idempotency_key_reused");
    return repeat(receipt.outcome);
  };
  const reading = read(id);
  // The work may fail before anybody waits for it.
  reading.catch(nothing);
  const before = eager ? undefined : await reading;
  if (before) return repeated(before);
  try {
    const scope = { isDryRun: false, receipt: { id, fingerprint, before: reading, isOpen: true } };
    return await inCommitScope(scope, async () => perform());
  } catch (error) {
    const receipt = (await reading.catch(nothing)) ?? (await read(id).catch(nothing));
    if (!receipt) throw error;
    return repeated(receipt);
  }
};

const nothing = (): undefined => undefined;

/**
 * Performs what a form asks for, unless the same was sent before: then repeats its answer, which was lost.
 * Forms have no key; what they say includes when they were made. The work is `eager`. Cost: as
 * `performOnce`.
 */
export const formOnce = <Answer>(
  form: string,
  said: readonly unknown[],
  work: Work<Answer>,
): Promise<Answer> => {
  const receipt = receiptOfForm(form, said);
  return performOnce({ id: receipt, fingerprint: receipt, eager: true }, work);
};

const marked = <Answer>(answer: Answer | Reply<Answer>): Reply<Answer> => {
  const { body, options } = asReply(answer);
  return new Reply(body, { ...options, headers: { ...options.headers, [replayedHeader]: "true" } });
};

/** A file that the local gateway has taken out of a form that was too large for an event. */
export interface SentFile {
  readonly name: string;
  readonly digest: string;
}

const sentFiles = new AsyncLocalStorage<ReadonlyMap<string, SentFile>>();

/** The name of a file among those that were sent: its field, and what stands there instead. */
export const sentFileName = (field: string, value: string): string => `${value} ${field}`;

/** Does the work of a request in whose form ids of uploads stand for these files. */
export const withSentFiles = <Result>(files: ReadonlyMap<string, SentFile>, work: () => Result): Result =>
  sentFiles.run(files, work);

/** A digest of all that a request asks for; equal for a form that is sent again with another boundary. */
const fingerprintOf = (request: Request): string => {
  const digest = createHash("sha256");
  const { method, path, query, headers, body } = request;
  add(digest, method, path, query.toString(), headers["if-match"] ?? "");
  const type = headers["content-type"] ?? "";
  const entries = /^\s*multipart\/form-data\b/i.test(type) ? multipartEntries(body, type) : undefined;
  // The same bytes are another transcript as text/plain than as text/vtt.
  if (!entries && body.length > 0) add(digest, body, certain(type.split(";", 1)[0]).trim().toLowerCase());
  for (const [name, value] of entries ?? []) {
    const file = fileOf(name, value);
    if (file) add(digest, "file", name, file.name, file.digest);
    else add(digest, "text", name, value as string);
  }
  return digest.digest("base64url");
};

const fileOf = (field: string, value: string | FormFile): SentFile | undefined => {
  if (!(value instanceof FormFile)) return sentFiles.getStore()?.get(sentFileName(field, value));
  return { name: value.name, digest: createHash("sha256").update(value.content).digest("hex") };
};

/** Adds parts with their lengths, so that no two lists of parts look alike. */
const add = (digest: Hash, ...parts: readonly (string | Buffer)[]): void => {
  for (const part of parts) {
    const bytes = Buffer.from(part as string);
    digest.update(`${bytes.length}:`).update(bytes);
  }
};

/**
 * The key in the header, with or without the quotes of the IETF's draft; undefined without one. Refuses what
 * is not 1 to 255 visible ASCII characters.
 */
const idempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const sent = header.trim();
  const quoted = /^"(.*)"$/.exec(sent)?.[1];
  const key = quoted === undefined ? sent : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid("Idempotency-Key", "invalid", "A key has 1 to 255 visible ASCII characters.");
  return key;
};
