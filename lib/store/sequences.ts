import { setTimeout as pause } from "node:timers/promises";
import { clock } from "#lib/clock.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { all, equal, type Write } from "#lib/store/port/table-store.ts";
import { getItem, updateItem } from "./items.ts";
import { isTimeDue, noteTime, type SequenceName } from "./log-time.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/** How long a process draws its numbers after it has lost one to another request. */
const drawingMs = 10_000;

let drawsUntilMs = Number.NEGATIVE_INFINITY;

/** How often this process has begun to use each sequence, and how many uses have not ended. */
const uses: Readonly<Record<SequenceName, { begun: number; open: number }>> = {
  IDS: { begun: 0, open: 0 },
  CHANGES: { begun: 0, open: 0 },
};

/** Begins a use of the sequence, and gives a function that ends it. */
const beginUse = (name: SequenceName): (() => void) => {
  uses[name].begun++;
  uses[name].open++;
  return () => {
    uses[name].open--;
  };
};

/**
 * Draws numbers of a sequence; no request of this process takes any meanwhile. DynamoDB refuses to draw while
 * a transaction has the item: then the draw is repeated, for two seconds.
 */
export const drawFrom = async <Drawn>(name: SequenceName, draw: () => Promise<Drawn>): Promise<Drawn> => {
  const end = beginUse(name);
  const giveUpAtMs = clock.monotonicMs() + conflictsMs;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await draw();
      } catch (error) {
        if (!isConflict(error) || clock.monotonicMs() > giveUpAtMs) throw error;
        await pause(Math.random() * Math.min(2 ** attempt * 5, 200));
      }
    }
  } finally {
    end();
  }
};

/** Much less than the time in which a writer sends its transaction after drawing a number. */
const conflictsMs = 2_000;

/** True if a single write failed by a conflict, after all attempts. */
const isConflict = (error: unknown): boolean =>
  error instanceof EngineFault && (error.cause as Error | undefined)?.name === "TransactionConflictException";

interface ReadSequence {
  readonly usesBefore: number;
  readonly item: StoredItems["sequence"] | undefined;
}

const readSequence = async (name: SequenceName): Promise<ReadSequence> => {
  const usesBefore = uses[name].begun;
  const item = await getItem(keys.sequence(name));
  noteTime(name, item?.latestMs);
  return { usesBefore, item };
};

/** The sequences from which a decision will take its numbers, as a part of the plan of its request. */
export interface PlannedNumbers {
  readonly begin: () => Promise<unknown>;
  /** The read of a sequence that has begun; only once. */
  readonly begun: (name: SequenceName) => Promise<ReadSequence> | undefined;
}

/**
 * Plans to read sequences beside what the request reads first, so that its decision can take the next numbers
 * in its transaction, instead of drawing them before that: `IDS` for ids and for changes that only editors
 * see, `CHANGES` for those that lists may show (decision 137). A sequence that this process uses, or has
 * lately lost a race for, is not read.
 */
export const plannedNumbers = (...names: SequenceName[]): PlannedNumbers => {
  const reading = new Map<SequenceName, Promise<ReadSequence>>();
  return {
    begin: () => {
      for (const name of names)
        if (uses[name].open === 0 && clock.monotonicMs() >= drawsUntilMs)
          reading.set(name, readSequence(name));
      return Promise.allSettled(reading.values());
    },
    begun: (name) => {
      const begun = reading.get(name);
      reading.delete(name);
      return begun;
    },
  };
};

/** Lets this process draw its numbers for a while, because others write at the same time. */
export const noteLostRace = (): void => {
  drawsUntilMs = clock.monotonicMs() + drawingMs;
};

/**
 * Takes numbers of a sequence that the request has begun to read, for the attempts at one decision. Only the
 * first attempt that asks gets any, because later ones cannot rely on that read.
 */
export const numbersToTake = (name: SequenceName, planned: PlannedNumbers | undefined) => {
  let begun: Promise<ReadSequence> | undefined;
  let read: StoredItems["sequence"] = {};
  let endUse: (() => void) | undefined;
  const taken = new Map<string, number>();
  const mayTake = (): boolean => {
    begun ??= planned?.begun(name);
    return begun !== undefined;
  };
  return {
    /** True if the request has begun to read the sequence. */
    mayTake,
    /**
     * The next numbers of these names. Undefined if the sequence has none yet, or if this process has used it
     * since it was read: then they have to be drawn.
     */
    take: async <Name extends string>(
      ...names: readonly Name[]
    ): Promise<Record<Name, number> | undefined> => {
      const reading = mayTake() ? await begun?.catch(() => undefined) : undefined;
      if (!endUse && reading?.usesBefore !== uses[name].begun) return undefined;
      read = reading?.item ?? {};
      if (!names.every((each) => each in read)) return undefined;
      endUse ??= beginUse(name);
      for (const each of names) taken.set(each, (taken.get(each) ?? Number(read[each])) + 1);
      return Object.fromEntries(names.map((each) => [each, taken.get(each)])) as Record<Name, number>;
    },
    /**
     * Raises the sequence to the numbers that were taken, if it is as it was read: then nobody else has them,
     * and they are higher than all that others have used. No write if none was taken.
     */
    raise: (also: Readonly<Record<string, string>> = {}): Write[] => {
      const raised = [...taken.keys()];
      if (raised.length === 0) return [];
      const time = isTimeDue(name) ? { latestMs: clock.nowMs() } : {};
      return [
        updateItem(
          keys.sequence(name),
          { set: { ...Object.fromEntries(taken), ...also, ...time } },
          all(...raised.map((each) => equal(each, read[each]))),
        ),
      ];
    },
    /** Ends the attempt. If it has failed, the numbers that it took are free again. */
    end: (): void => {
      endUse?.();
      endUse = undefined;
      begun = undefined;
      taken.clear();
    },
  };
};
