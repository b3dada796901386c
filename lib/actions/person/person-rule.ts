import type { ItemKindName } from "#lib/store/stored-items.ts";
import type { StoredItem } from "#lib/store/table.ts";
import type { NamedPerson } from "./named-person.ts";

/** Items that have nothing of a person but content, or that expire soon. */
interface StayingKind {
  readonly erasure: "stays" | "expires";
}

/** Items that have something of a person. */
export interface PersonalKind<Kind extends ItemKindName> {
  /** `last`: it goes when nothing else is left. */
  readonly erasure: "removed" | "unnamed" | "last";
  /** In the plural, for people. */
  readonly title: string;
  /** What the item has of the person, without secrets; empty if it has nothing. */
  readonly dataOf: (
    item: StoredItem<Kind>,
    person: NamedPerson,
  ) => Promise<readonly object[]> | readonly object[];
  /** Erases that; safe to repeat, and beside other changes. */
  readonly erase: (item: StoredItem<Kind>, person: NamedPerson) => Promise<void>;
}

export type PersonRule<Kind extends ItemKindName> = StayingKind | PersonalKind<Kind>;
