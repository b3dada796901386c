import { expect, expectTypeOf, test } from "vitest";
import type { Page } from "#lib/pages/page.ts";
import type { User } from "#lib/site/user.ts";
import { isOfKind } from "#lib/store/item-kinds.ts";
import { getItem, getItemLists, getItems, putItem, queryItems, updateItem } from "#lib/store/items.ts";
import { type Item, isNew, type Write } from "#lib/store/port/table-store.ts";
import { keys, type StoredItem } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const write = async (...writes: readonly Write[]) => void (await tableStore().transact(writes));

test("items are read as the kinds that their keys are for, one by one, in lists, and by their attributes", async () => {
  await write(
    putItem(keys.username("ada"), { userId: 3 }, isNew),
    putItem(keys.mediaKey("image", "heron"), { id: 7 }),
    putItem(keys.mediaKey("image", "ibis"), { id: 8 }),
  );
  const ada = await getItem(keys.username("ada"));
  expectTypeOf(ada?.userId).toEqualTypeOf<number | undefined>();
  const [name, heron] = await getItems([keys.username("bo"), keys.mediaKey("image", "heron")]);
  expectTypeOf(heron?.id).toEqualTypeOf<number | undefined>();
  const [none, names, media] = await getItemLists(
    [],
    [keys.username("ada")],
    [keys.mediaKey("image", "ibis")],
  );
  expectTypeOf(media[0]?.id).toEqualTypeOf<number | undefined>();
  const all = await queryItems({ pk: keys.mediaKey("image", "").pk, attributes: ["id"] });
  expectTypeOf(all).toEqualTypeOf<Pick<StoredItem<"mediaKey">, "id">[]>();
  expect([ada?.userId, name, heron?.id, none, names[0]?.userId, media[0]?.id, all]).toEqual([
    ...[3, undefined, 7, [], 3, 8],
    [{ id: 7 }, { id: 8 }],
  ]);
});

test("an item, an update or an attribute of another kind than the key's does not compile", () => {
  const refused = (page: Page, user: User) => [
    // @ts-expect-error A user is no page.
    putItem(keys.page(1), user),
    // @ts-expect-error It lacks an attribute.
    putItem(keys.mediaKey("image", "heron"), {}),
    // @ts-expect-error It has another one.
    putItem(keys.mediaKey("image", "heron"), { id: 7, kind: "image" }),
    // @ts-expect-error An update of an attribute that pages do not have.
    updateItem(keys.page(1), { set: { username: "ada" } }),
    // @ts-expect-error A value of another type.
    updateItem(keys.page(1), { set: { live: "yes" } }),
    // @ts-expect-error A key of a kind is written to by putItem alone.
    { put: { ...keys.page(1), ...page } } satisfies Write,
    // @ts-expect-error And by updateItem.
    { update: keys.page(1), changes: { set: { live: true } } } satisfies Write,
  ];
  const unread = () => [
    // @ts-expect-error A key that nobody says a kind of.
    getItem({ pk: "PAGE#1", sk: "ROW" }),
    // @ts-expect-error A partition, the same.
    queryItems({ pk: "USERS" }),
    // @ts-expect-error An item of another kind.
    async (): Promise<User | undefined> => getItem(keys.page(1)),
    // @ts-expect-error An attribute that was not asked for.
    async () => (await queryItems({ pk: keys.user(1).pk, attributes: ["id"] }))[0]?.username,
  ];
  expect([refused, unread].map((each) => typeof each)).toEqual(["function", "function"]);
});

test("the kind of an item from a scan is that of its key", () => {
  const item: Item = { ...{ pk: keys.username("ada").pk, sk: "CLAIM" }, userId: 3 };
  expect([isOfKind("username", item), isOfKind("user", item)]).toEqual([true, false]);
});
