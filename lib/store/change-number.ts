import { randomBytes } from "node:crypto";
import { clock } from "#lib/clock.ts";
import type { DrawnNumber, LogName } from "#lib/pages/change.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { putChange } from "./changes.ts";
import { isDryRun } from "./commit-scope.ts";
import { drawNumbers, raiseSequence } from "./items.ts";
import { drawFrom, numbersToTake, type PlannedNumbers } from "./sequences.ts";
import { tableStore } from "./table-store.ts";

/** A writer sends its transaction within this time of drawing its number; readers wait longer. */
const sendLimitMs = 5_000;

/**
 * The number of one change. If the request has read the sequence, the transaction takes the next number. Else
 * it is drawn when first asked for or begun, reused by retries while fresh, and voided at the end if no
 * transaction used it, so that readers do not wait for it. Voiding is conditional on the number being unused,
 * and so is its use: a late transaction fails instead of being overlooked.
 */
export const changeNumber = (planned?: PlannedNumbers) => {
  const sequence = numbersToTake("CHANGES", planned);
  let mark = "";
  let drawn: { readonly atMs: number; readonly number: Promise<DrawnNumber> } | undefined;
  const isFresh = () => drawn === undefined || clock.monotonicMs() - drawn.atMs < sendLimitMs;
  const draw = () => {
    if (drawn) return drawn;
    drawn = { atMs: clock.monotonicMs(), number: drawFrom("CHANGES", drawNumber) };
    // Without this line, an error would end the process if nobody waits for the number.
    drawn.number.catch(() => undefined);
    return drawn;
  };
  const voidDrawn = async () => {
    const unused = drawn;
    drawn = undefined;
    await unused?.number.then(voidNumber, () => undefined);
  };
  return {
    isFresh,
    /** Begins to draw the number beside other work, unless the transaction can take it. */
    begin: (): void => {
      if (!sequence.mayTake()) draw();
    },
    current: async (): Promise<DrawnNumber> => {
      const taken = await sequence.take("value");
      mark = newMark();
      if (taken) return { number: taken.value, mark };
      if (!isFresh()) await voidDrawn();
      return draw().number;
    },
    /** The writes by which the transaction takes it. */
    raise: (): Write[] => sequence.raise({ mark }),
    endAttempt: sequence.end,
    used: (): void => {
      drawn = undefined;
    },
    release: (): Promise<void> => {
      sequence.end();
      return voidDrawn();
    },
  };
};

/** New ids by their names. */
export type DrawIds = typeof drawNumbers;

/**
 * The ids of one change. If the request has read the sequence, the transaction takes the next ones; else they
 * are drawn. The log of edits uses the numbers of revisions, too: numbers that were drawn and that no
 * transaction used are voided there at the end.
 */
export const idsOfChange = (planned?: PlannedNumbers) => {
  const sequence = numbersToTake("IDS", planned);
  const unused = new Set<number>();
  let begun: Promise<Readonly<Record<string, number>>> | undefined;
  const draw: DrawIds = async (...names) => {
    const drawn = await drawFrom("IDS", () => drawNumbers(...names));
    const { revision = Number.NaN }: { readonly revision?: number } = drawn;
    if (!Number.isNaN(revision)) unused.add(revision);
    return drawn;
  };
  return {
    /**
     * Begins to draw the ids that are needed next, beside other work, unless the transaction can take them.
     */
    begin: (...names: string[]): void => {
      if (isDryRun() || sequence.mayTake()) return;
      begun ??= draw(...names);
      // As with the number of a change.
      begun.catch(() => undefined);
    },
    next: (async (...names) => {
      // In a dry run, this draws none.
      if (isDryRun()) return drawNumbers(...names);
      const drawn = begun;
      begun = undefined;
      return drawn ?? (await sequence.take(...names)) ?? draw(...names);
    }) as DrawIds,
    /** The writes by which the transaction takes them. */
    raise: (): Write[] => sequence.raise(),
    endAttempt: sequence.end,
    used: (revisionId: number | undefined): void => void unused.delete(revisionId ?? 0),
    release: async (): Promise<void> => {
      sequence.end();
      await begun?.catch(() => undefined);
      const voids = [...unused].map((number) => voidNumber({ number, mark: newMark() }, "EDITS"));
      await Promise.all(voids);
    },
  };
};

/**
 * Voids a number. If this fails, the number was used after all, or the store is down: readers give the gap up
 * in time.
 */
const voidNumber = (drawn: DrawnNumber, log?: LogName): Promise<void> =>
  putVoid(drawn, log).catch(() => undefined);

/**
 * A new mark. By marks, readers tell apart the same number drawn before and after a restoration of the table.
 */
export const newMark = (): string => randomBytes(9).toString("base64url");

const drawNumber = async (): Promise<{ readonly number: number; readonly mark: string }> => {
  const mark = newMark();
  const { value: number } = await raiseSequence("CHANGES", { names: ["value"], by: 1, set: { mark } });
  return { number, mark };
};

const putVoid = async (drawn: DrawnNumber, log: LogName = "CHANGES"): Promise<void> => {
  await tableStore().write(putChange(drawn, { kind: "void" }, log));
};

/** Writes an entry that changes nothing: a log that has it has all that was there before. Two requests. */
export const leaveMark = async (): ReturnType<typeof drawNumber> => {
  const drawn = await drawNumber();
  await putVoid(drawn);
  return drawn;
};
