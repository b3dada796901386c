import { isDeepStrictEqual } from "node:util";
import { withoutIds } from "#cli/publish/body/children-ids.ts";
import { type IdOf, withIds } from "#cli/publish/media/file-beside.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { listPostRevisions, readPostRevision } from "#lib/routes/editor-history.ts";
import type { Client } from "./client.ts";
import { readDigest } from "./digest-text.ts";
import { fieldsThatDiffer, type PlannedPost, type StoredPost } from "./plan.ts";

/**
 * True if a file has what others have changed since the folder's own revision, so that nothing of it is lost
 * when the file is published. Asks for the list of revisions, and for the folder's own.
 */
export const hasEditsOfOthers = async (
  planned: PlannedPost,
  stored: StoredPost,
  { client, idOf }: { readonly client: Client; readonly idOf: IdOf },
): Promise<boolean> => {
  const base = stored.source ? readDigest(stored.source.digest)?.base : undefined;
  if (base === undefined) return false;
  const params = { id: stored.id };
  const { results } = await client(listPostRevisions, { params, query: { pageSize: maxRevisions } });
  // The folder's own revision is the first after the one that its digest names.
  const own = results.filter(({ id }) => id > base).at(-1);
  const isListed = results.some(({ id }) => id <= base) || results.length < maxRevisions;
  if (!own || !isListed || own.id === stored.latest_revision_id) return false;
  const before = await client(readPostRevision, { params: { ...params, revision: own.id } });
  const said: Readonly<Record<string, unknown>> = withIds(planned.fields, idOf);
  return fieldsThatDiffer(before as StoredPost, stored).every((name) => {
    const kept: Readonly<Record<string, unknown>> = stored;
    if (said[name] === undefined) return true;
    if (sectionNames.some((section) => section === name))
      return hasEditsOfText(
        piecesOf((before as Readonly<Record<string, unknown>>)[name]),
        piecesOf(kept[name]),
        piecesOf(said[name]),
      );
    return !fieldsThatDiffer(stored, { ...stored, [name]: said[name] }).includes(name);
  });
};

const maxRevisions = 50;

/** The paragraphs of a section, and its other blocks. */
const piecesOf = (blocks: unknown): readonly string[] =>
  (withoutIds(blocks ?? []) as readonly { readonly value?: unknown }[]).flatMap((block) =>
    typeof block.value === "string"
      ? block.value.split(/(?<=<\/(?:p|h[1-6]|[uo]l|blockquote)>)/)
      : [JSON.stringify(block)],
  );

/** True if all that came to a text stands in the file, and all that went does not. */
const hasEditsOfText = (
  before: readonly string[],
  after: readonly string[],
  own: readonly string[],
): boolean => {
  const count = (pieces: readonly string[], piece: string) => pieces.filter((each) => each === piece).length;
  const pieces = [...new Set([...before, ...after])];
  const changed = pieces.filter((piece) => count(before, piece) !== count(after, piece));
  // Pieces that only changed places cannot be found like this.
  if (changed.length === 0) return isDeepStrictEqual(after, own);
  return changed.every((piece) => count(own, piece) === count(after, piece));
};
