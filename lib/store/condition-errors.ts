import { ImpossibleWrite } from "#lib/store/port/table-store.ts";

/** The condition of a single write does not hold, and nothing was written. Named as DynamoDB names it. */
export class ConditionalCheckFailedException extends Error {
  override readonly name = "ConditionalCheckFailedException";
}

/** Why one of the items of a transaction was not written; `None` if another one is the reason. */
export interface CancellationReason {
  readonly Code?: string | undefined;
}

/** A transaction was not done, for these reasons, in the order of its items. Named as DynamoDB names it. */
export class TransactionCanceledException extends Error {
  override readonly name = "TransactionCanceledException";
  readonly reasons: readonly CancellationReason[];

  constructor(message: string, reasons: readonly CancellationReason[]) {
    super(message);
    this.reasons = reasons;
  }
}

/** The source of these errors: DynamoDB's answer, or an error of the SDK. */
export interface RefusedWrite {
  /** The name of the error, without the namespace. */
  readonly name: string | undefined;
  readonly message: string;
  readonly CancellationReasons?: readonly CancellationReason[] | undefined;
}

/** Undefined if a write failed for another reason than conditions, conflicts, or that it is impossible. */
export const conditionError = (refused: RefusedWrite): Error | undefined => {
  const { name, message, CancellationReasons: reasons = [] } = refused;
  const isImpossible =
    name === "ValidationException" || reasons.some(({ Code }) => Code === "ValidationError");
  if (isImpossible) return new ImpossibleWrite(message);
  if (name === "ConditionalCheckFailedException") return new ConditionalCheckFailedException(message);
  if (name === "TransactionCanceledException") return new TransactionCanceledException(message, reasons);
  return undefined;
};

export const conditionHolds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
