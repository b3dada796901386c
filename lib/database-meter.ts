import { AsyncLocalStorage } from "node:async_hooks";
import { clock } from "./clock.ts";

/** Counts of the requests that some work has sent to DynamoDB so far. */
export interface DatabaseMeter {
  /** All that were asked for, also those that failed. */
  requests: number;
  /** Units as DynamoDB counts them. It says nothing of requests that it refuses. */
  readUnits: number;
  writeUnits: number;
  /** The time of all requests together, also of those at the same moment. */
  ms: number;
}

const meters = new AsyncLocalStorage<DatabaseMeter>();

export const newDatabaseMeter = (): DatabaseMeter => ({ requests: 0, readUnits: 0, writeUnits: 0, ms: 0 });

/** Does the work, and counts its requests on the meter. Shared work counts for the request that began it. */
export const metered = <Result>(meter: DatabaseMeter, work: () => Result): Result => meters.run(meter, work);

/** Asks for something, and counts that as a request. */
export const countRequest = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
  const meter = meters.getStore();
  if (!meter) return send();
  const begunMs = clock.monotonicMs();
  meter.requests += 1;
  try {
    return await send();
  } finally {
    meter.ms += clock.monotonicMs() - begunMs;
  }
};

/**
 * A member for the input of an operation: if units are counted, the answer has to say how many it consumed.
 */
export const askForUnits = (): { readonly ReturnConsumedCapacity?: "TOTAL" } =>
  meters.getStore() ? { ReturnConsumedCapacity: "TOTAL" } : {};

interface ConsumedCapacity {
  readonly CapacityUnits?: number | undefined;
}

/** The part of an answer that says what the operation has consumed, of each table. */
export interface MeteredAnswer {
  readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[] | undefined;
}

/** The units of an answer, of all tables together; 0 if it does not say. */
export const consumedUnits = ({ ConsumedCapacity = [] }: MeteredAnswer): number =>
  [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** Counts the units of an answer to an operation or command, such as `GetItem` or `GetCommand`. */
export const countUnits = (operation: string, answer: MeteredAnswer): void => {
  const meter = meters.getStore();
  if (!meter) return;
  const units = consumedUnits(answer);
  if (isReading(operation)) meter.readUnits += units;
  else meter.writeUnits += units;
};

/** True for operations and commands of DynamoDB that write nothing. */
export const isReading = (operation: string): boolean => /^(BatchGet|Get|Query|Scan)/.test(operation);
