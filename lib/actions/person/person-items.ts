import { isOfKind, itemKindOf } from "#lib/store/item-kinds.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import type { Key, StoredItem } from "#lib/store/table.ts";
import { allItems } from "#lib/store/whole-table.ts";
import type { NamedPerson, PersonalKind } from "./person-rule.ts";
import { personRules } from "./person-rules.ts";

/** An item that has something of a person, and what that is. */
export interface PersonItem {
  readonly kind: ItemKindName;
  readonly erasure: PersonalKind<ItemKindName>["erasure"];
  readonly data: readonly object[];
  /** Erases it; safe to repeat, and beside other changes. */
  readonly erase: () => Promise<void>;
}

/** The table has an item that this program does not know, so that nobody can say what it holds. */
export class UnknownItem extends Error {
  constructor({ pk, sk }: Key) {
    super(`The table has an item that this version of Lectern does not know, ${pk} ${sk}; use a later one.`);
  }
}

/** All items that have something of a person. Reads the whole table. Throws {@link UnknownItem}. */
export async function* personItems(person: NamedPerson): AsyncGenerator<PersonItem> {
  for await (const { items } of allItems())
    for (const item of items) {
      const kind = itemKindOf(item);
      if (!kind || !isOfKind(kind, item)) throw new UnknownItem(item);
      const found = await personItem(kind, item, person);
      if (found && found.data.length > 0) yield found;
    }
}

const personItem = async <Kind extends ItemKindName>(
  kind: Kind,
  item: StoredItem<Kind>,
  person: NamedPerson,
): Promise<PersonItem | undefined> => {
  const rule = personRules[kind];
  if (!("dataOf" in rule)) return undefined;
  return {
    kind,
    erasure: rule.erasure,
    data: await rule.dataOf(item, person),
    erase: () => rule.erase(item, person),
  };
};
