import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { type Caller, hasAdminAccess, type Principal } from "#lib/access/principal.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { type DatabaseMeter, metered, newDatabaseMeter } from "#lib/database-meter.ts";
import { inTime } from "#lib/deadline.ts";

/** The record of a request while it is answered, for its line in the log. */
export interface RequestRecord {
  readonly begunMs: number;
  /** True for the first request of a function in its process. */
  readonly isCold: boolean;
  readonly database: DatabaseMeter;
  /** Null for strangers, and before the caller is known. */
  principal: Principal | null;
  /** Set for a request that a command makes in this process. */
  readonly own?: OwnRequest | undefined;
}

/** A request that a command makes of a function in its own process. */
export interface OwnRequest {
  readonly caller: Caller;
  /** Gets the error, unless the request was answered or refused. Nothing else logs it. */
  readonly ended: (failure: unknown) => void;
}

const records = new WeakMap<APIGatewayProxyEventV2, RequestRecord>();

export const beginRecord = (event: APIGatewayProxyEventV2, isCold: boolean): void => {
  const database = newDatabaseMeter();
  const own = records.get(event)?.own;
  records.set(event, { begunMs: clock.monotonicMs(), isCold, database, principal: null, own });
};

/**
 * Makes the request of an event one of this process: the function that gets the event next asks nobody who
 * its caller is, and takes as long as it takes. The object itself says so, and nothing in it, so that what
 * arrives from outside cannot (decision 135).
 */
export const handOver = (event: APIGatewayProxyEventV2, own: OwnRequest): void => {
  beginRecord(event, false);
  records.set(event, { ...recordOf(event), own });
};

/** The record that was begun for the event. */
export const recordOf = (event: APIGatewayProxyEventV2): RequestRecord => certain(records.get(event));

/** Does work for a request: within so much time, and counting what it asks of the database. */
export const workFor = <Result>(
  event: APIGatewayProxyEventV2,
  limitMs: number,
  work: () => Result,
): Result => {
  const { database, own } = recordOf(event);
  return metered(database, own ? work : () => inTime(limitMs, work));
};

/** The time since the record began. */
export const durationMs = ({ begunMs }: Pick<RequestRecord, "begunMs">): number =>
  toTenths(clock.monotonicMs() - begunMs);

export const toTenths = (value: number): number => Math.round(value * 10) / 10;

type Headers = Readonly<Record<string, string | number | boolean>>;

/**
 * Adds `Server-Timing` where an editor asks for it by `Prefer: server-timing`, and no shared cache keeps the
 * answer (contract#server-timing). Times of strangers' requests would help to guess secrets.
 */
export const withServerTiming = (
  headers: Headers,
  prefer: string | undefined,
  record: RequestRecord,
): Headers => {
  if (prefer === undefined || !/(^|[\s,])server-timing\s*([,;]|$)/i.test(prefer)) return headers;
  if (!record.principal || !hasAdminAccess(record.principal)) return headers;
  if (!/\bprivate\b/.test(String(headers["cache-control"]))) return headers;
  const { requests, readUnits, writeUnits, ms } = record.database;
  const counts = `${requests} requests, ${readUnits} read units, ${writeUnits} write units`;
  const parts = [`total;dur=${durationMs(record)}`, `db;dur=${toTenths(ms)};desc="${counts}"`];
  return { ...headers, "server-timing": [...parts, ...(record.isCold ? ["cold"] : [])].join(", ") };
};
