// Proves contract rules: working-copy-versions, working-copy-ends.

import { afterEach, describe, expect, test, vi } from "vitest";
import { purgePage } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { clock } from "#lib/clock.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { readStoredBinned } from "#lib/store/bin.ts";
import { removeExpiredItems } from "#lib/store/whole-table.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken } from "#test/support/interleaving.ts";
import {
  longTypedText,
  putTyped,
  readTyped,
  removeTyped,
  typedItemsOf,
  typedProblemOf,
} from "#test/support/working-copies.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();

afterEach(() => {
  vi.restoreAllMocks();
});

const daysLater = (days: number) => {
  const now = Date.now() + days * 24 * 3_600_000;
  vi.spyOn(clock, "nowMs").mockReturnValue(now);
};

describe("30 days after it was stored", () => {
  test("it is gone, and a later one has a version above all before", async () => {
    const { id } = await createDraft(world.notes);
    const { body: first } = await putTyped(id, { fields: { detail_markdown: longTypedText("long") } });
    daysLater(29.9);
    expect((await readTyped(id)).status).toBe(200);
    await removeExpiredItems();
    expect((await readTyped(id)).status).toBe(200);
    daysLater(30.1);
    expect(typedProblemOf(await readTyped(id))).toBe("not_found");
    expect((await putTyped(id, { version: first.version })).body.working_copy).toBeNull();
    await removeExpiredItems();
    expect(await typedItemsOf(id)).toEqual([]);
    expect((await putTyped(id)).body.version).toBeGreaterThan(first.version);
  });

  test("nothing is left of a removed one either, and its version does not come again", async () => {
    const { id } = await createDraft(world.notes);
    const { body: first } = await putTyped(id);
    await removeTyped(id);
    daysLater(29.9);
    await removeExpiredItems();
    expect((await typedItemsOf(id)).length).toBe(1);
    daysLater(30.1);
    await removeExpiredItems();
    expect(await typedItemsOf(id)).toEqual([]);
    expect((await putTyped(id)).body.version).toBeGreaterThan(first.version);
  });

  test("a clock that was put back repeats no version", async () => {
    const { id } = await createDraft(world.notes);
    daysLater(400);
    const { body: first } = await putTyped(id);
    await removeTyped(id);
    daysLater(31);
    await removeExpiredItems();
    expect((await putTyped(id)).body.version).toBeGreaterThan(first.version);
  });
});

test("it waits while the page is in the bin, is there again with it, and ends with its deletion for good", async () => {
  const { id } = await createDraft(world.notes);
  const { body } = await putTyped(id, { fields: { detail_markdown: longTypedText("binned") } });
  await call(deletePost, { as: "ada", params: { id } });
  expect([(await readTyped(id)).status, (await putTyped(id)).status, (await removeTyped(id)).status]).toEqual(
    [404, 404, 404],
  );
  await call(restoreFromBin, { as: "ada", params: { id } });
  expect((await readTyped(id)).body).toEqual(body);
  await call(deletePost, { as: "ada", params: { id } });
  await purgePage(() => readStoredBinned(id));
  expect((await typedItemsOf(id)).filter(({ pk }) => pk !== "EDITING")).toEqual([]);
  const other = await createDraft(world.notes);
  await putTyped(other.id);
  await deletePage(other.id);
  expect((await typedItemsOf(other.id)).filter(({ pk }) => pk !== "EDITING")).toEqual([]);
});

test("what is stored while the page goes to the bin waits there, or is refused", async () => {
  const { id } = await createDraft(world.notes);
  const bin = () => call(deletePost, { as: "ada", params: { id } });
  const { slow } = await overtaken(() => putTyped(id), bin);
  expect([slow.status, await typedItemsOf(id)]).toEqual([404, []]);
});

test.each(["before", "after", "for good"] as const)(
  "wherever the process is killed (%s), all of a change is there or nothing",
  async (how) => {
    captureLog();
    const { id } = await createDraft(world.notes);
    const texts = ["one", "two", "three"].map((name) => ({ detail_markdown: longTypedText(name) }));
    const stored = async () => {
      const { status, body } = await readTyped(id);
      const parts = (await typedItemsOf(id)).filter(({ pk }) => pk !== "EDITING").length;
      return status === 404
        ? "none"
        : [texts.findIndex((each) => each.detail_markdown === body.fields.detail_markdown), parts];
    };
    for (let index = 0, isReached = true; isReached; index++) {
      const version = (await readTyped(id)).body.version ?? 0;
      const before = await stored();
      const next = index % texts.length;
      isReached = await failingAt(index, how, () =>
        putTyped(id, { version, fields: texts[next] }).catch(() => {}),
      );
      expect([before, [next, 4]]).toContainEqual(await stored());
    }
    for (let index = 0, isReached = true; isReached; index++) {
      await putTyped(id, { version: (await readTyped(id)).body.version ?? 0, fields: texts[0] });
      isReached = await failingAt(index, how, () => removeTyped(id).catch(() => {}));
      expect([[0, 4], "none"]).toContainEqual(await stored());
    }
    expect(await stored()).toBe("none");
  },
);
