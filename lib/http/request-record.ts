import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Principal } from "#lib/access/principal.ts";
import { clock } from "#lib/clock.ts";
import { type DatabaseMeter, metered, newDatabaseMeter } from "#lib/database-meter.ts";
import { inTime } from "#lib/deadline.ts";

/** What is noted of a request while it is answered, for its line in the log. */
export interface RequestRecord {
  readonly begunMs: number;
  /** True for the first request of a function in its process. */
  readonly isCold: boolean;
  readonly database: DatabaseMeter;
  /** Null for strangers, and before the caller is known. */
  principal: Principal | null;
}

const records = new WeakMap<APIGatewayProxyEventV2, RequestRecord>();

export const beginRecord = (event: APIGatewayProxyEventV2, isCold: boolean): void => {
  const database = newDatabaseMeter();
  records.set(event, { begunMs: clock.monotonicMs(), isCold, database, principal: null });
};

/** The record that was begun for the event. */
export const recordOf = (event: APIGatewayProxyEventV2): RequestRecord => records.get(event)!;

/** Does work for a request: within so much time, and counting what it asks of the database. */
export const workFor = <Result>(event: APIGatewayProxyEventV2, limitMs: number, work: () => Result): Result =>
  metered(recordOf(event).database, () => inTime(limitMs, work));

/** Of the record, until now. */
export const durationMs = ({ begunMs }: Pick<RequestRecord, "begunMs">): number =>
  toTenths(clock.monotonicMs() - begunMs);

export const toTenths = (value: number): number => Math.round(value * 10) / 10;
