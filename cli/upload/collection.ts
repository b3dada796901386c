import type { Client } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { certain } from "#lib/certain.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { listCollections } from "#lib/routes/editor-media.ts";
import { PlainError } from "#local/plain-error.ts";

/**
 * The id of a collection, named by its id or by a path such as `Root/Shows`; without a name, the only one.
 * Throws a `PlainError` that lists the choices. Asked before a file is sent, which may take hours.
 */
export const findCollection = async (
  client: Client,
  kind: MediaKind,
  named: string | undefined,
): Promise<number> => chosenFrom(await usableCollections(client, kind), kind, named);

/** The collection with the name; without a name the first one, which is at the top of the tree. */
export const usableCollection = async (
  client: Client,
  kind: MediaKind,
  named: string | undefined,
): Promise<number> => {
  const usable = await usableCollections(client, kind);
  return named === undefined && usable[0] ? usable[0].id : chosenFrom(usable, kind, named);
};

const chosenFrom = (
  usable: readonly UsableCollection[],
  kind: MediaKind,
  named: string | undefined,
): number => {
  const found = usable.filter(
    ({ id, path }) => named === undefined || named === path || named === String(id),
  );
  if (found.length === 1) return certain(found[0]).id;
  if (usable.length === 0) throw new PlainError(`You may not put the ${kind} into any collection.`);
  const known = usable.map(({ path }) => path).join(", ");
  throw new PlainError(
    named === undefined
      ? `Choose a collection for the ${kind} with --collection: ${known}.`
      : `You may not put the ${kind} into a collection ${named}; you may use: ${known}.`,
  );
};

interface UsableCollection {
  readonly id: number;
  readonly path: string;
}

/** The collections into which the caller may put media of a kind. */
export const usableCollections = async (
  client: Client,
  kind: MediaKind,
): Promise<readonly UsableCollection[]> =>
  (await everyItem(client, listCollections, { query: { type: kind } })).map(({ id, name, ancestors }) => ({
    id,
    path: [...ancestors, { name }].map((each) => each.name).join("/"),
  }));
