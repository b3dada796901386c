import { readUserByName } from "#lib/store/listed-credentials.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { allItems } from "#lib/store/whole-table.ts";
import { storedFileKeys } from "./files.ts";

/** Counters and the change log, in which every attempt leaves a trace. */
const counting = /^(SEQUENCE|CHANGES|EDITS)$/;

/** The keys of all stored items and files, without counters and change log. */
export const everythingStored = async (): Promise<readonly string[]> => {
  const items: string[] = [];
  for await (const page of allItems())
    for (const { pk, sk } of page.items) if (!counting.test(String(pk))) items.push(`${pk} ${sk}`);
  return [...items.sort(), ...(await storedFileKeys())];
};

/** Removes the upload lock of a user. */
export const dropLock = async (username: string): Promise<void> => {
  const user = await readUserByName(username);
  await tableStore().write({ delete: keys.uploadLock(user!.id) });
};
