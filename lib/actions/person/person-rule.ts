import { certain } from "#lib/certain.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { getItem } from "#lib/store/items.ts";
import { keyOf, removeItem } from "#lib/store/person-writes.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import type { Key, StoredItem } from "#lib/store/table.ts";

/** Items that have nothing of a person but content, or that expire soon. */
interface StayingKind {
  readonly erasure: "stays" | "expires";
}

/** Items that have something of a person. */
export interface PersonalKind<Kind extends ItemKindName> {
  /** `last`: it goes when nothing else is left. */
  readonly erasure: "removed" | "unnamed" | "last";
  /** The name of the kind in the plural, for people. */
  readonly title: string;
  /** The person's data in the item, without secrets; empty if it has none. */
  readonly dataOf: (
    item: StoredItem<Kind>,
    person: NamedPerson,
  ) => Promise<readonly object[]> | readonly object[];
  /** Erases that; safe to repeat, and beside other changes. */
  readonly erase: (item: StoredItem<Kind>, person: NamedPerson) => Promise<void>;
}

export type PersonRule<Kind extends ItemKindName> = StayingKind | PersonalKind<Kind>;

/**
 * The person who is exported or erased: an account, with the comments under its address, or a visitor who
 * commented.
 */
export interface NamedPerson {
  /** Undefined without an account. */
  readonly userId: number | undefined;
  /** The address that their comments have. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

/** True for a comment under the person's address and name, in any case. */
export const wroteComment = (
  { email, name }: NamedPerson,
  comment: Pick<Comment, "email" | "name">,
): boolean =>
  (email !== undefined || name !== undefined) &&
  (email === undefined || isSame(email, comment.email)) &&
  (name === undefined || isSame(name, comment.name));

const isSame = (one: string, other: string): boolean => compared(one) === compared(other);

const compared = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** Rules of kinds with items that are all a user's, or that mention one once. */

/**
 * A rule for items of a user that one write erases, to the item as it is then; none if it has nothing of the
 * user any more.
 */
export const ofUser = <Kind extends ItemKindName>(
  title: string,
  erasure: "removed" | "unnamed",
  hasSome: (item: StoredItem<Kind>, userId: number) => boolean,
  show: (item: StoredItem<Kind>) => object,
  write: (item: StoredItem<Kind>, userId: number) => Write[],
): PersonalKind<Kind> => {
  const has = (item: StoredItem<Kind>, { userId }: NamedPerson) =>
    userId !== undefined && hasSome(item, userId);
  return {
    title,
    erasure,
    dataOf: (item, person) => (has(item, person) ? [show(item)] : []),
    erase: (item, person) =>
      commitDecision(async () => {
        const now = await getItem(keyOf(item));
        const writes = now && has(now, person) ? write(now, certain(person.userId)) : [];
        return { writes, value: undefined };
      }),
  };
};

export const removal = ({ pk, sk }: Key): Write[] => [removeItem({ pk, sk })];

/** True if the partition is the user's own. */
export const isIn =
  (partitionOf: (userId: number) => string) =>
  ({ pk }: Key, userId: number): boolean =>
    pk === partitionOf(userId);
