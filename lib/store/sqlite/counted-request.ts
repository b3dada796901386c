import { countRequest, countUnits } from "#lib/database-meter.ts";

/** The result of a request, and the size of what it has read, as units count it. */
export interface Counted<Result> {
  readonly result: Result;
  readonly units: number;
}

/** Does work that is one request to DynamoDB, and counts it and its units on the meter. */
export const countedRequest = async <Result>(
  operation: string,
  work: () => Promise<Counted<Result>>,
): Promise<Result> => {
  const { result, units } = await countRequest(work);
  countUnits(operation, { ConsumedCapacity: { CapacityUnits: units } });
  return result;
};

/** The bytes of a unit. A missing or small item takes one unit. */
const unitBytes = { read: 4_096, write: 1_024 } as const;

export const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes.read));

export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes.write));
