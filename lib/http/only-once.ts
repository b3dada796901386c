import { Refusal } from "#lib/refusals/refusal.ts";
import { inCommitScope, type ReceiptSlot, type RequestOutcome } from "#lib/store/commit-scope.ts";
import { type PlannedRead, plannedRead } from "#lib/store/planned-read.ts";
import { type Receipt, readReceipt, receiptId, receiptOfForm } from "#lib/store/receipts.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { asReply, Reply } from "./reply.ts";
import type { Request } from "./request.ts";

/** On answers that are given again. */
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
