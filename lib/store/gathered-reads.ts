import type { Item } from "#lib/store/port/table-store.ts";
import type { Key } from "./table.ts";

/** Gives the items in the order of the keys, `undefined` for missing ones. */
type ReadItems = (keys: readonly Key[]) => Promise<readonly (Item | undefined)[]>;

/** Keys of several readers, which are asked for together. */
interface Gathering {
  readonly keys: Key[];
  readonly items: PromiseWithResolvers<readonly (Item | undefined)[]>;
  read?: ReadItems;
}

/** No other work runs while a gathering is open. */
let open: Gathering | undefined;

/**
 * Reads the items that `begin` asks for before it returns in one request, whoever asks for them; what is
 * asked for later is read as usual. Only single items (`getItem`, `getItems`), no queries. Calls `meanwhile`
 * if there is something to wait for.
 */
export const inOneRead = <Result>(begin: () => Result, meanwhile?: () => void): Result => {
  if (open) return begin();
  const mine: Gathering = { keys: [], items: Promise.withResolvers() };
  open = mine;
  try {
    return begin();
  } finally {
    open = undefined;
    if (mine.read) meanwhile?.();
    mine.read?.(mine.keys).then(mine.items.resolve, mine.items.reject);
  }
};

/** What `read` gives for these keys: with those of others, if reads are being gathered. */
export const gathered = async (keys: readonly Key[], read: ReadItems): Promise<(Item | undefined)[]> => {
  if (!open || keys.length === 0) return [...(await read(keys))];
  const first = open.keys.push(...keys) - keys.length;
  open.read = read;
  return (await open.items.promise).slice(first, first + keys.length);
};
