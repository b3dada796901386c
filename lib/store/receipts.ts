import { createHash } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { any, atMost, isNew, type Write } from "#lib/store/port/table-store.ts";
import { commitScope, type ReceiptSlot, type RequestOutcome } from "./commit-scope.ts";
import { getItem, putItem } from "./items.ts";
import { keys } from "./table.ts";

/** What a request with a key did (contract#idempotency-keys). */
export interface Receipt {
  readonly fingerprint: string;
  readonly outcome: RequestOutcome;
}

/** How long repeated requests get the answer of the first one. */
const receiptSeconds = 24 * 3_600;

/** Another request with the key was committed first. As a refusal, it says that nothing was written. */
export class ReceiptTaken extends Refusal {
  constructor() {
    super("request_in_progress");
  }
}

/** The name of a user's receipt for a key: always 43 characters, so that its item stays small. */
export const receiptId = (userId: number, key: string): string =>
  createHash("sha256").update(`${userId} ${key}`).digest("base64url");

/** The name of the receipt for a form that anybody may send: a digest of the form and of all its values. */
export const receiptOfForm = (form: string, said: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify([form, said]))
    .digest("base64url");

const nowSeconds = (): number => Math.floor(clock.nowMs() / 1000);

/** The receipt, if it has not expired. One request. */
export const readReceipt = async (id: string): Promise<Receipt | undefined> => {
  const item = await getItem(keys.receipt(id));
  if (!item || item.expires_at <= nowSeconds()) return undefined;
  return { fingerprint: item.fingerprint, outcome: JSON.parse(item.outcome) as RequestOutcome };
};

/** Writes a receipt, unless there is one. */
export const putReceipt = ({ id, fingerprint }: ReceiptSlot, outcome: RequestOutcome): Write =>
  putItem(
    keys.receipt(id),
    { fingerprint, outcome: JSON.stringify(outcome), expires_at: nowSeconds() + receiptSeconds },
    any(isNew, atMost("expires_at", nowSeconds())),
  );

/**
 * Takes the current request's receipt back, for the transaction that removes the object that the request has
 * made. Without a key it reads and writes nothing.
 */
export const withdrawReceipt = async (madeId: number): Promise<Write[]> => {
  const slot = commitScope()?.receipt;
  const receipt = slot && (await readReceipt(slot.id));
  if (!slot || receipt?.fingerprint !== slot.fingerprint || receipt.outcome.id !== madeId) return [];
  return [{ delete: keys.receipt(slot.id) }];
};
