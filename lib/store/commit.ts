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

/**
 * What an action has decided to do, given what it read: the writes, what lists shall hear of it, and the
 * answer once it holds.
 */
export interface Decision<Value> {
  readonly writes: readonly Write[];
  readonly change?: Change;
  readonly value: Value;
}

/** A decision that has not been committed after so long is given up, well before a Lambda's own time ends. */
const timeoutMs = 10_000;

/**
 * Decides and commits, all or nothing, and gives the decision's value. When a condition fails because
 * something else was faster, everything is read and decided again: `decide` must load what it depends on and
 * throw its refusals itself. Refuses `busy` when it has lost all races for ten seconds. Cost of a try: one
 * transaction; once, a request for the change number.
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
 * True when all writes were done, false when nothing was written and all must be decided again. Conflicts
 * with a transaction in flight are tried again with growing, jittered pauses: they say nothing about the
 * conditions.
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

/**
 * Why a transaction was cancelled: a condition, a conflict in flight or throttling; undefined for anything
 * else.
 */
export const cancellationOf = (error: unknown): "condition" | "conflict" | undefined => {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = (error.CancellationReasons ?? []).map((reason) => reason.Code);
  if (reasons.includes("ConditionalCheckFailed")) return "condition";
  const passing = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
  return reasons.some((reason) => passing.includes(reason ?? "")) ? "conflict" : undefined;
};
