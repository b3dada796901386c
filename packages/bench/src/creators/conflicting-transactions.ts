import {
  EngineFault,
  keyText,
  type Key as TableKey,
  type TableOperation,
  TransactionCanceledException,
} from "#bench/lectern/table.ts";
import { aroundCommands, type SentRequest } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";

/** What became of the transactions of this process. */
export interface TransactionCounts {
  /** All that were sent. */
  readonly sent: number;
  /** Refused, because another transaction had one of their items. */
  readonly conflicts: number;
  /** Cancelled by a condition, so that they were decided again. */
  readonly failedConditions: number;
}

interface ItemInput {
  readonly Key?: object;
  readonly Item?: object;
}

/** As it is part of a transaction. */
type Part = Readonly<Record<string, ItemInput>>;

/**
 * Has the table refuse as DynamoDB does, until `stop` is called: a transaction has its items from when it is
 * sent until it is answered. Another transaction of one of them is cancelled meanwhile, and a single write is
 * refused; reads are not. Engines of one machine do one transaction after the other, and never refuse.
 * `latency` is waited for in each request, before the engine gets it or the refusal is given.
 */
export const conflictingTransactions = (latency: (operation: TableOperation) => Promise<void>) => {
  const held = new Set<string>();
  const counts = { sent: 0, conflicts: 0, failedConditions: 0 };

  const transact = async (send: () => Promise<object>, { operation, input }: SentRequest) => {
    const { TransactItems } = input as { readonly TransactItems: readonly Part[] };
    const names = TransactItems.map((part) => nameOf(certain(Object.values(part)[0])));
    counts.sent++;
    const reasons = names.map((name) => ({ Code: held.has(name) ? "TransactionConflict" : "None" }));
    if (reasons.some(({ Code }) => Code !== "None")) {
      counts.conflicts++;
      await latency(operation);
      throw new TransactionCanceledException("Another transaction has one of the items.", reasons);
    }
    for (const name of names) held.add(name);
    try {
      await latency(operation);
      return await send();
    } catch (error) {
      if (error instanceof TransactionCanceledException) counts.failedConditions++;
      throw error;
    } finally {
      for (const name of names) held.delete(name);
    }
  };

  const stop = aroundCommands(async (send, command) => {
    const { operation, input } = command;
    if (operation === "TransactWriteItems") return transact(send, command);
    const isRefused = singleWrites.has(operation) && held.has(nameOf(input));
    await latency(operation);
    if (isRefused) throw refusedWrite();
    return send();
  });
  return { counts: counts as TransactionCounts, stop };
};

const singleWrites: ReadonlySet<TableOperation> = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

const nameOf = ({ Key, Item }: ItemInput): string => keyText((Key ?? Item) as TableKey);

/** What is left of DynamoDB's answer when the service has sent the write for the last time. */
const refusedWrite = (): EngineFault => {
  const cause = new Error("A transaction has the item.");
  cause.name = "TransactionConflictException";
  return new EngineFault(cause.message, { cause });
};
