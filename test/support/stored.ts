import { tableName } from "#lib/settings/database.ts";
import { DeleteCommand, ScanCommand } from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { keys } from "#lib/store/table.ts";
import { storedFileKeys } from "./files.ts";

/** Counters and the change log, in which every attempt leaves a trace. */
const counting = /^(SEQUENCE|CHANGES|EDITS)$/;

/** The keys of all stored items and files, without counters and change log. */
export const everythingStored = async (): Promise<readonly string[]> => {
  const items: string[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await database().send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: start, ConsistentRead: true }),
    );
    for (const { pk, sk } of page.Items ?? []) if (!counting.test(pk)) items.push(`${pk} ${sk}`);
    start = page.LastEvaluatedKey;
  } while (start);
  return [...items.sort(), ...(await storedFileKeys())];
};

/** Removes the upload lock of a user. */
export const dropLock = async (username: string): Promise<void> => {
  const user = await readUserByName(username);
  await database().send(new DeleteCommand({ TableName: tableName(), Key: keys.uploadLock(user!.id) }));
};
