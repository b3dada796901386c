import { clock } from "#lib/clock.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The files of a media object that is deleted, or that was never completed. */
export interface LeftoverFiles {
  readonly kind: MediaKind;
  readonly id: number;
  readonly keys: readonly string[];
}

/** How long a new object may take to claim its files: far longer than storing them takes. */
const expectedForSeconds = 3_600;

const note = ({ kind, id, keys: files }: LeftoverFiles) => ({
  ...keys.leftoverFiles(kind, id),
  kind,
  id,
  files,
});

/** Notes files for removal, in the transaction after which no media object names them. */
export const putLeftoverFiles = (leftover: LeftoverFiles): Write => ({
  Put: { TableName: tableName(), Item: note(leftover) },
});

/** Notes the files of a new object before they are stored: they are removed unless the object claims them. */
export const expectFiles = (expected: LeftoverFiles): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...note(expected), expectedUntil: clock.nowMs() / 1000 + expectedForSeconds },
  },
});

/** Claims the files that were noted for a new object, if they have not been given up. */
export const claimFiles = ({ kind, id }: Pick<LeftoverFiles, "kind" | "id">): Write => ({
  Delete: {
    TableName: tableName(),
    Key: keys.leftoverFiles(kind, id),
    ConditionExpression: "attribute_exists(expectedUntil)",
  },
});

export const strikeLeftoverFiles = ({ kind, id }: Pick<LeftoverFiles, "kind" | "id">): Write => ({
  Delete: { TableName: tableName(), Key: keys.leftoverFiles(kind, id) },
});

/** All files to remove, without those that may still be claimed. One request per megabyte of notes. */
export const readLeftoverFiles = async (): Promise<LeftoverFiles[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  const isOver = (until: unknown) => typeof until !== "number" || until < clock.nowMs() / 1000;
  return items
    .filter(({ expectedUntil }) => isOver(expectedUntil))
    .map(({ kind, id, files }) => ({
      kind: kind as MediaKind,
      id: id as number,
      keys: files as string[],
    }));
};

/** The keys of all noted files, also those that may still be claimed. One request per megabyte. */
export const readNotedFiles = async (): Promise<string[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  return items.flatMap(({ files }) => files as string[]);
};
