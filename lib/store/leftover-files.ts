import { config } from "#lib/config.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { queryItems } from "./client.ts";
import type { Write } from "./commit.ts";
import { keys } from "./table.ts";

/** The files of a media object that is gone. */
export interface LeftoverFiles {
  readonly kind: MediaKind;
  readonly id: number;
  readonly keys: readonly string[];
}

/** The write that notes files to be removed, in the transaction after which no media object names them. */
export const putLeftoverFiles = ({ kind, id, keys: files }: LeftoverFiles): Write => ({
  Put: { TableName: config.tableName(), Item: { ...keys.leftoverFiles(kind, id), kind, id, files } },
});

/** The write that strikes the note, once its files are removed. */
export const strikeLeftoverFiles = ({ kind, id }: Pick<LeftoverFiles, "kind" | "id">): Write => ({
  Delete: { TableName: config.tableName(), Key: keys.leftoverFiles(kind, id) },
});

/** All files that are noted to be removed. One request per megabyte of notes. */
export const readLeftoverFiles = async (): Promise<LeftoverFiles[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  return items.map(({ kind, id, files }) => ({
    kind: kind as MediaKind,
    id: id as number,
    keys: files as string[],
  }));
};
