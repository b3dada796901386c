import { hasAdminAccess } from "#lib/access/principal.ts";
import { durationMs, type RequestRecord, toTenths } from "./request-record.ts";

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
