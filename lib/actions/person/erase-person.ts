import { learnFromComments } from "#lib/actions/pages/discussion.ts";
import { changeUser, keptSuperuser } from "#lib/actions/people/users.ts";
import { clock } from "#lib/clock.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { User } from "#lib/site/user.ts";
import { putAudit } from "#lib/store/audit.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readSpamModel } from "#lib/store/spam-model.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { deleteUserRow } from "#lib/store/write-users.ts";
import { type PersonItem, personItems } from "./person-items.ts";
import type { NamedPerson } from "./person-rule.ts";

/** The number of items that had something of the person, by kind. */
export type ErasedCounts = Map<ItemKindName, number>;

/** Refuses `active/invalid` for the last superuser. */
export const requireErasable = async (user: User | undefined): Promise<void> => {
  await keptSuperuser(user, undefined);
};

const itemsAtOnce = 8;
const maxPasses = 10;

/**
 * Erases a person: removes their own data, and removes their name from what they did. Their account ends
 * first, so that nothing new comes, and is removed last, so that an interrupted run can begin again. Every
 * step is a transaction of its own, and safe to repeat. Refuses `active/invalid` for the last superuser, and
 * `busy` while others keep writing. Reads the table three times; two requests or more per item.
 */
export const erasePerson = async (person: NamedPerson, user: User | undefined): Promise<ErasedCounts> => {
  await requireErasable(user);
  if (user?.active) await changeUser(user, { active: false }, () => new Refusal("busy"));
  const counts: ErasedCounts = new Map();
  await eraseAll(person, counts);
  // The model learns from the remaining comments: a moderator's decision may have taught it those of the
  // person meanwhile.
  if ((await readSpamModel()).model) await learnFromComments();
  await endAccount(user);
  // Erases what requests have written that began before the account ended.
  await eraseAll(person, counts);
  return counts;
};

const eraseAll = async (person: NamedPerson, counts: ErasedCounts): Promise<void> => {
  for (let pass = 1; pass <= maxPasses; pass++) {
    let erased = 0;
    let some: PersonItem[] = [];
    const eraseSome = () => settledInOrder(some.map((found) => eraseItem(found, counts)));
    for await (const found of personItems(person)) {
      if (found.erasure === "last") counts.set(found.kind, found.data.length);
      else some.push(found);
      if (some.length < itemsAtOnce) continue;
      await eraseSome();
      erased += some.length;
      some = [];
    }
    await eraseSome();
    if (erased + some.length === 0) return;
  }
  throw new Refusal("busy");
};

const eraseItem = async ({ kind, data, erase }: PersonItem, counts: ErasedCounts) => {
  await erase();
  counts.set(kind, (counts.get(kind) ?? 0) + data.length);
};

/** Removes the account, and writes into the history of the root that somebody was erased, and not who. */
const endAccount = (user: User | undefined): Promise<void> =>
  commitDecision(async () => {
    const [current, root] = await Promise.all([user && readUserByName(user.username), readPage(rootPageId)]);
    const writes: Write[] = [];
    if (current && current.id === user?.id)
      writes.push(...deleteUserRow(current), ...(await keptSuperuser(current, undefined)));
    if (root) {
      const version = root.version + 1;
      const erased = { pageId: root.id, kind: "lectern.erase", userId: null, revisionId: null } as const;
      writes.push(
        putPage({ ...root, version }, root.version),
        ...putAudit(version, [{ ...erased, at: clock.now() }]),
      );
    }
    return { writes, value: undefined };
  });
