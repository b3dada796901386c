import { Refusal } from "#lib/refusals/refusal.ts";
import { inCommitScope, type RequestOutcome } from "#lib/store/commit-scope.ts";
import { type Receipt, readReceipt, receiptId } from "#lib/store/receipts.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { Reply } from "./reply.ts";
import type { Request } from "./request.ts";

/** On answers that are given again. */
export const replayedHeader = "idempotency-replayed";

interface Work<Answer> {
  readonly perform: () => Promise<Answer | Reply<Answer>> | Answer | Reply<Answer>;
  /** Answers again what the outcome is of. */
  readonly repeat: (outcome: RequestOutcome) => Promise<Answer | Reply<Answer>> | Answer | Reply<Answer>;
}

/** The name of the receipt of a request with a key. Refuses a key that is invalid. */
export const receiptIdOf = ({ headers }: Request, userId: number): string | undefined => {
  const key = idempotencyKey(headers["idempotency-key"]);
  return key === undefined ? undefined : receiptId(userId, key);
};

/**
 * Performs a request, unless one with the same key was performed in the last 24 hours: then its answer is
 * given again (contract#idempotency-keys). If the work fails, a receipt may be there all the same: an equal
 * request was faster, or the connection broke after the commit. Refuses `idempotency_key_reused`. Cost: with
 * a key, one request to DynamoDB more, two if the work fails.
 */
export const onlyOnce = async <Answer>(
  request: Request,
  userId: number,
  { perform, repeat }: Work<Answer>,
): Promise<Answer | Reply<Answer>> => {
  const id = receiptIdOf(request, userId);
  if (id === undefined) return perform();
  const fingerprint = fingerprintOf(request);
  const replayed = async (receipt: Receipt) => {
    if (receipt.fingerprint !== fingerprint) throw new Refusal("idempotency_key_reused");
    return marked(await repeat(receipt.outcome));
  };
  const before = await readReceipt(id);
  if (before) return replayed(before);
  try {
    const scope = { isDryRun: false, receipt: { id, fingerprint, isOpen: true } };
    return await inCommitScope(scope, async () => perform());
  } catch (error) {
    const receipt = await readReceipt(id).catch(() => undefined);
    if (!receipt) throw error;
    return replayed(receipt);
  }
};

const marked = <Answer>(answer: Answer | Reply<Answer>): Reply<Answer> => {
  const { body, options } = answer instanceof Reply ? answer : new Reply(answer);
  return new Reply(body, { ...options, headers: { ...options.headers, [replayedHeader]: "true" } });
};
