import { askForUnits, countRequest, countUnits, type MeteredAnswer } from "#lib/database-meter.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";
import type { CancellationReason } from "#lib/store/condition-errors.ts";
import { signedExchange, type TableOperation } from "./signed-exchange.ts";
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

/** An answer's status and body. */
interface Answered {
  readonly status: number;
  readonly body: TableAnswer;
}

/**
 * Sends an operation, whose input is in DynamoDB's JSON, and counts it and its units. Rejects if there is no
 * whole answer within `timeoutMs`: then nobody knows whether a write has been done. It may be sent again.
 */
export const askTable = async (
  access: DatabaseAccess,
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): Promise<Answered> => {
  const asked = { ...input, ...askForUnits() };
  const answered = await countRequest(async () => {
    const { status, body } = await signedExchange(access, operation, JSON.stringify(asked), timeoutMs);
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) throw new TypeError("DynamoDB answers with objects.");
    return { status, body: parsed as TableAnswer };
  });
  countUnits(operation, answered.body);
  return answered;
};
