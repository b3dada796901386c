import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import type { Change } from "#lib/pages/change.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { changeNumber } from "./change-number.ts";
import { putChange } from "./changes.ts";
import { database } from "./client.ts";
import type { Write } from "./write.ts";

/** What an action decides from what it read: the writes, the change for the log, and the action's result. */
export interface Decision<Value> {
  readonly writes: readonly Write[];
  readonly change?: Change;
  readonly value: Value;
}

/** A decision not committed by then is given up, well before a Lambda's own timeout. */
const timeoutMs = 10_000;

/**
 * Decides and commits, all or nothing, and gives the decision's value. If a condition fails because another
 * write was faster, everything is read and decided again: `decide` must load what it depends on, and throw
 * refusals itself. Refuses `busy` after losing for ten seconds. Cost per attempt: one transaction; one
 * request in total for the change number.
 */
export const commitDecision = async <Value>(decide: () => Promise<Decision<Value>>): Promise<Value> => {
  const number = changeNumber();
  const giveUpAtMs = clock.monotonicMs() + timeoutMs;
  const hasTime = () => clock.monotonicMs() < giveUpAtMs;
  const maySend = () => hasTime() && number.isFresh();
  try {
    for (let attempt = 1; hasTime(); attempt++) {
      const decision = await decide();
      if (decision.writes.length === 0) return decision.value;
      const log = decision.change ? [putChange(await number.current(), decision.change)] : [];
      if (await commit([...decision.writes, ...log], maySend)) {
        if (log.length > 0) number.used();
        return decision.value;
      }
      await pause(Math.random() * Math.min(2 ** attempt, 60));
    }
    throw new Refusal("busy");
  } finally {
    await number.release();
  }
};

/**
 * True if all was written; false if nothing was, and it must be decided again. Conflicts with a running
 * transaction say nothing about the conditions, so they are retried here, with growing random pauses.
 */
const commit = async (writes: readonly Write[], maySend: () => boolean): Promise<boolean> => {
  for (let attempt = 1; ; attempt++) {
    if (!maySend()) return false;
    try {
      await database().send(
        new TransactWriteCommand({ TransactItems: [...writes], ClientRequestToken: randomUUID() }),
      );
      return true;
    } catch (error) {
      const outcome = cancellationOf(error);
      if (outcome === "condition") return false;
      if (outcome !== "conflict") throw error;
      await pause(Math.random() * Math.min(2 ** attempt * 5, 200));
    }
  }
};

/** Why a transaction was cancelled: a failed condition, or a conflict (which includes throttling). */
export const cancellationOf = (error: unknown): "condition" | "conflict" | undefined => {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = (error.CancellationReasons ?? []).map((reason) => reason.Code);
  if (reasons.includes("ConditionalCheckFailed")) return "condition";
  const passing = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
  return reasons.some((reason) => passing.includes(reason ?? "")) ? "conflict" : undefined;
};
