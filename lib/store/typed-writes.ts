import type { WriteCondition } from "#lib/store/port/condition.ts";
import type { ItemChanges, Write } from "#lib/store/port/table-store.ts";
import type { ItemKindName, StoredItems } from "./stored-items.ts";
import type { KeyOf } from "./table.ts";

type PutItem = Extract<Write, { readonly put: unknown }>;
type UpdateItem = Extract<Write, { readonly update: unknown }>;

/** Writes an item of the kind that the key is for, in place of any that is there. */
export const putItem = <Kind extends ItemKindName>(
  { pk, sk }: KeyOf<Kind>,
  stored: StoredItems[Kind],
  condition?: WriteCondition,
): PutItem => {
  const attributes: object = stored;
  return { put: { pk, sk, ...attributes }, if: condition };
};

type NameOf<Stored> = Stored extends unknown ? keyof Stored & string : never;

/** Changes of attributes that items of the kind have. */
interface ChangesOf<Stored> {
  readonly set?: Partial<Stored>;
  readonly add?: { readonly [Name in NameOf<Stored>]?: number | ReadonlySet<number> };
  readonly take?: { readonly [Name in NameOf<Stored>]?: ReadonlySet<number> };
  readonly remove?: readonly NameOf<Stored>[];
}

/** Changes attributes of an item of the kind that the key is for; makes it if there is none. */
export const updateItem = <Kind extends ItemKindName>(
  { pk, sk }: KeyOf<Kind>,
  changes: ChangesOf<StoredItems[Kind]>,
  condition?: WriteCondition,
): UpdateItem => ({ update: { pk, sk }, changes: changes as ItemChanges, if: condition });
