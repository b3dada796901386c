import { certain } from "#lib/certain.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItems } from "./items.ts";
import { keys } from "./table.ts";

/** Names by table and id. An account keeps its name, and its id is never used again. */
const known = new Map<string, string>();

/**
 * The names of users by id, without those that no longer exist and were not seen before. No request if all
 * were seen before, else one per 100.
 */
export const readUsernames = async (
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number | null, string>> => {
  const named = [...new Set(ids)].filter((id) => id !== null);
  const nameOf = (id: number) => `${tableName()} ${id}`;
  const unseen = named.filter((id) => !known.has(nameOf(id)));
  for (const [index, user] of (await getItems(unseen.map(keys.user))).entries())
    if (user) known.set(nameOf(certain(unseen[index])), user.username);
  return new Map(
    named.flatMap((id) => {
      const username = known.get(nameOf(id));
      return username === undefined ? [] : [[id, username] as const];
    }),
  );
};
