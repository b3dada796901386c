import { createHash } from "node:crypto";
import type { ReleaseRecord } from "#lib/store/release-record.ts";
import { tableFormat } from "#lib/store/table-format.ts";

/** The record of a release of this version of Lectern: the versions of functions by their names. */
export const recordedRelease = (
  version: string,
  versions: readonly (readonly [name: string, version: string])[],
  table: string,
): ReleaseRecord => {
  const functions = Object.fromEntries([...versions].sort(([one], [other]) => (one < other ? -1 : 1)));
  const digest = createHash("sha256").update(JSON.stringify(functions)).digest("hex");
  return { id: `${version}-${digest.slice(0, 8)}`, tableFormat, table, functions };
};

/** The description of an alias. It differs after each way back, so that a deployment moves all of them. */
export const aliasDescription = (id: string, timesWithdrawn: number): string =>
  timesWithdrawn > 0 ? `${id} (gone back: ${timesWithdrawn})` : id;
