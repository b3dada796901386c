import { allItems } from "#lib/store/all-items.ts";
import type { Item } from "#lib/store/client.ts";
import { type ItemKindName, itemKindOf } from "#lib/store/item-kinds.ts";
import type { NamedPerson } from "./named-person.ts";
import type { PersonalKind, PersonRule } from "./person-rule.ts";
import { personRules } from "./person-rules.ts";

/** An item that has something of a person, and what that is. */
export interface PersonItem {
  readonly kind: ItemKindName;
  readonly rule: PersonalKind;
  readonly item: Item;
  readonly data: readonly object[];
}

/** The table has an item that this program does not know, so that nobody can say what it holds. */
export class UnknownItem extends Error {
  constructor({ pk, sk }: Item) {
    super(`The table has an item that this version of Lectern does not know, ${pk} ${sk}; use a later one.`);
  }
}

/** All items that have something of a person. Reads the whole table. Throws {@link UnknownItem}. */
export async function* personItems(person: NamedPerson): AsyncGenerator<PersonItem> {
  for await (const { items } of allItems())
    for (const item of items) {
      const kind = itemKindOf(item);
      if (!kind) throw new UnknownItem(item);
      const rule: PersonRule = personRules[kind];
      if (!("dataOf" in rule)) continue;
      const data = await rule.dataOf(item, person);
      if (data.length > 0) yield { kind, rule, item, data };
    }
}
