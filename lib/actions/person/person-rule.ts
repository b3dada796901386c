import type { Item } from "#lib/store/client.ts";
import type { NamedPerson } from "./named-person.ts";

/** Items that have nothing of a person but content, or that expire soon. */
interface StayingKind {
  readonly erasure: "stays" | "expires";
}

/** Items that have something of a person. */
export interface PersonalKind {
  /** `last`: it goes when nothing else is left. */
  readonly erasure: "removed" | "unnamed" | "last";
  /** In the plural, for people. */
  readonly title: string;
  /** What the item has of the person, without secrets; empty if it has nothing. */
  readonly dataOf: (item: Item, person: NamedPerson) => Promise<readonly object[]> | readonly object[];
  /** Erases that; safe to repeat, and beside other changes. */
  readonly erase: (item: Item, person: NamedPerson) => Promise<void>;
}

export type PersonRule = StayingKind | PersonalKind;
