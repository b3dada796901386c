import { askForUnits, countRequest, countUnits, type MeteredAnswer } from "#lib/database-meter.ts";
import type { EngineFault } from "#lib/refusals/engine-fault.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";
import type { CancellationReason } from "#lib/store/condition-errors.ts";
import { letOthersRun } from "#lib/store/sqlite/let-others-run.ts";
import type { TableOperation } from "./operation-signature.ts";
import { signedExchange } from "./signed-exchange.ts";
import type { WireItem } from "./wire-values.ts";

/** An answer in DynamoDB's JSON: the output of an operation, or an error. */
export interface TableAnswer extends MeteredAnswer {
  readonly Item?: WireItem;
  readonly Items?: readonly WireItem[];
  readonly Attributes?: WireItem;
  readonly ScannedCount?: number;
  readonly LastEvaluatedKey?: WireItem;
  readonly Responses?: Readonly<Record<string, readonly WireItem[]>>;
  readonly UnprocessedKeys?: object;
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly CancellationReasons?: readonly CancellationReason[];
}

/** What is done in the table without a request. */
export interface DirectAccess {
  /** Of the engine whose table it is. */
  readonly endpoint: string;
  /**
   * Does an operation, whose input is in DynamoDB's JSON; undefined if it has to be sent. Rejects with an
   * {@link EngineFault} if nobody knows whether it will last.
   */
  readonly answer: (operation: TableOperation, input: object) => Promise<Answered | undefined>;
  /** Resolves when the disk has all that was written directly; rejects as `answer` does. */
  readonly lasting: () => Promise<void>;
}

/** The status and the body of an answer. */
interface Answered {
  readonly status: number;
  readonly body: TableAnswer;
}

let direct: DirectAccess | undefined;

/** Has reads and writes done like this until it is called again; without an argument all are sent. */
export const accessDirectlyBy = (given?: DirectAccess): void => {
  direct = given;
};

/**
 * Has the operation done, whose input is in DynamoDB's JSON, and counts it and its units. Rejects if there is
 * no whole answer within `timeoutMs`: then nobody knows whether a write has been done. It may be sent again,
 * but for an {@link EngineFault}.
 */
export const askTable = async (
  access: DatabaseAccess,
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): Promise<Answered> => {
  const asked = { ...input, ...askForUnits() };
  // What is done directly counts as a request, which it is on AWS.
  const answered = await countRequest(async () => {
    const done = await askDirectly(access, operation, asked);
    if (done) return done;
    const used = directAt(access);
    const { status, body } = await signedExchange(access, operation, JSON.stringify(asked), timeoutMs);
    // The engine's answer may show what this process has written, and the disk does not have yet.
    await used?.lasting();
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) throw new TypeError("DynamoDB answers with objects.");
    return { status, body: parsed as TableAnswer };
  });
  countUnits(operation, answered.body);
  return answered;
};

const directAt = ({ endpoint }: DatabaseAccess): DirectAccess | undefined =>
  direct?.endpoint === endpoint ? direct : undefined;

const askDirectly = async (
  access: DatabaseAccess,
  operation: TableOperation,
  input: object,
): Promise<Answered | undefined> => {
  if (!directAt(access)) return undefined;
  await letOthersRun();
  // Another engine may have been started meanwhile.
  return directAt(access)?.answer(operation, input);
};
