import { afterEach, expect, test, vi } from "vitest";
import { conflictingTransactions } from "#bench/creators/conflicting-transactions.ts";
import { clock } from "../../../lib/clock.ts";
import { createPost } from "../../../lib/routes/editor-posts.ts";
import { readPage } from "../../../lib/store/pages.ts";
import { noteLostRace } from "../../../lib/store/sequences.ts";
import { tableStore } from "../../../lib/store/table-store.ts";
import { call } from "../../../test/support/call.ts";
import { freshSlug, useWorld } from "../../../test/support/world.ts";

const world = useWorld();

afterEach(() => vi.restoreAllMocks());

test.each([2, 8, 32])(
  "of %i who create in one blog at once, each gets a post, and none is lost",
  async (creators) => {
    // Nobody has waited for too long, however slow this machine is at the moment.
    vi.spyOn(clock, "monotonicMs").mockReturnValue(clock.monotonicMs());
    noteLostRace();
    const before = (await readPage(world.notes))!;
    const others = Promise.withResolvers<void>();
    let transactions = 0;
    // The first transaction has the blog's item until all others have been refused.
    const table = conflictingTransactions(async (operation) => {
      if (operation !== "TransactWriteItems") return;
      transactions++;
      if (transactions === creators) others.resolve();
      if (transactions === 1) await others.promise;
    });
    try {
      const slugs = Array.from({ length: creators }, freshSlug);
      const answers = await Promise.all(
        slugs.map((slug) => {
          const body = { parent: { id: world.notes }, title: slug, slug, overview: [] };
          return call(createPost, { as: "ada", body });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 201));
      const pages = await Promise.all(answers.map(({ body }) => readPage(body.id)));
      expect(pages.map((page) => page?.slug)).toEqual(slugs);
      // No creation depends on another one in the same blog, so a conflict only sends a transaction again.
      const { sent, conflicts, failedConditions } = table.counts;
      expect(conflicts).toBeGreaterThanOrEqual(creators - 1);
      expect([failedConditions, sent - conflicts]).toEqual([0, creators]);
      expect((await readPage(world.notes))!.births).toBe((before.births ?? 0) + creators);
    } finally {
      table.stop();
    }
  },
);

test("while a transaction has an item, other writes of it are refused, and those of other items pass", async () => {
  const put = (pk: string) => ({ put: { pk, sk: "ROW" } });
  const transact = (...names: readonly string[]) => tableStore().transact(names.map(put));
  const inTime = Promise.withResolvers<void>();
  let isFirst = true;
  const table = conflictingTransactions(async () => {
    if (isFirst) {
      isFirst = false;
      await inTime.promise;
    }
  });
  try {
    const first = transact("ONE", "TWO");
    await expect(transact("THREE", "TWO")).rejects.toMatchObject({
      name: "TransactionCanceledException",
      reasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
    });
    await expect(tableStore().write(put("ONE"))).rejects.toMatchObject({
      name: "EngineFault",
      cause: { name: "TransactionConflictException" },
    });
    await transact("THREE", "FOUR");
    await tableStore().write(put("FIVE"));
    inTime.resolve();
    await first;
    await transact("ONE", "TWO");
    expect(table.counts).toEqual({ sent: 4, conflicts: 1, failedConditions: 0 });
  } finally {
    table.stop();
  }
});
