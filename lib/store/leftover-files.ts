import { clock } from "#lib/clock.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The files of a media object that is gone, or that has never come to be. */
export interface LeftoverFiles {
  readonly kind: MediaKind;
  readonly id: number;
  readonly keys: readonly string[];
}

/** How long files are waited for: far longer than whoever stores them may take. */
const expectedForSeconds = 3_600;

const note = ({ kind, id, keys: files }: LeftoverFiles) => ({
  ...keys.leftoverFiles(kind, id),
  kind,
  id,
  files,
});

/** The write that notes files to be removed, in the transaction after which no media object names them. */
export const putLeftoverFiles = (leftover: LeftoverFiles): Write => ({
  Put: { TableName: tableName(), Item: note(leftover) },
});

/**
 * The write that notes files before they are stored, for an object that is yet to be made: they are left over
 * unless it claims them.
 */
export const expectFiles = (expected: LeftoverFiles): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...note(expected), expectedUntil: clock.nowMs() / 1000 + expectedForSeconds },
  },
});

/**
 * The write by which a new object claims the files that were noted for it, unless they were given up in the
 * meantime.
 */
export const claimFiles = ({ kind, id }: Pick<LeftoverFiles, "kind" | "id">): Write => ({
  Delete: {
    TableName: tableName(),
    Key: keys.leftoverFiles(kind, id),
    ConditionExpression: "attribute_exists(expectedUntil)",
  },
});

/** The write that strikes the note, once its files are removed. */
export const strikeLeftoverFiles = ({ kind, id }: Pick<LeftoverFiles, "kind" | "id">): Write => ({
  Delete: { TableName: tableName(), Key: keys.leftoverFiles(kind, id) },
});

/**
 * All files that are noted to be removed, but for those that are still waited for. One request per megabyte
 * of notes.
 */
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

/**
 * The keys of all files that are noted, also of those that are still waited for. One request per megabyte of
 * notes.
 */
export const readNotedFiles = async (): Promise<string[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  return items.flatMap(({ files }) => files as string[]);
};
