import { describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { changesAfter, lastDrawnChange } from "#lib/store/changes.ts";
import { cancellationOf, commitDecision } from "#lib/store/commit.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { TransactionCanceledException } from "#lib/store/condition-errors.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const user = (username: string, email: string, version: number) => ({
  ...{
    id: 7,
    username,
    email,
    version,
    passwordHash: null,
    active: true,
    staff: false,
    superuser: false,
    groups: [],
  },
});

describe("a cancelled transaction", () => {
  test.each([
    ["a failed condition", ["None", "ConditionalCheckFailed"], "condition"],
    ["a failed condition beside a conflict", ["TransactionConflict", "ConditionalCheckFailed"], "condition"],
    ["a conflict", ["None", "TransactionConflict"], "conflict"],
    ["throttling", ["ThrottlingError"], "conflict"],
    ["exhausted throughput", ["ProvisionedThroughputExceeded"], "conflict"],
    ["a broken item", ["ValidationError"], undefined],
  ])("because of %s", (_, codes, expected) => {
    const CancellationReasons = codes.map((Code) => ({ Code }));
    const error = new TransactionCanceledException("", CancellationReasons);
    expect(cancellationOf(error)).toBe(expected);
  });

  test("is told apart from every other error", () => {
    expect(cancellationOf(new Error("ConditionalCheckFailed"))).toBeUndefined();
  });
});

describe("a decision", () => {
  test("that is refused after numbers were drawn for it leaves none that readers wait for", async () => {
    const drawn: number[] = [];
    const refused = commitDecision(async ({ beginChange, beginIds, ids }) => {
      beginChange();
      drawn.push((await ids("page", "revision")).revision);
      beginIds("revision");
      throw new Refusal("not_found");
    });
    await expect(refused).rejects.toThrow(new Refusal("not_found"));
    const { number } = await lastDrawnChange();
    expect((await changesAfter(0)).filter((each) => each.number === number)).toMatchObject([
      { change: { kind: "void" } },
    ]);
    const edits = (await changesAfter(0, "EDITS")).filter((each) => each.number >= drawn[0]!);
    expect(edits.map((each) => each.number)).toEqual([drawn[0], drawn[0]! + 1]);
    expect(edits).toMatchObject([{ change: { kind: "void" } }, { change: { kind: "void" } }]);
  });

  test("in a dry run draws nothing", async () => {
    const before = await lastDrawnChange();
    const id = await inCommitScope({ isDryRun: true, receipt: undefined }, () =>
      commitDecision(async ({ beginChange, beginIds, ids }) => {
        beginChange();
        beginIds("revision");
        return { writes: [], change: { kind: "void" }, value: (await ids("revision")).revision };
      }),
    );
    expect(id).toBeNaN();
    expect(await lastDrawnChange()).toEqual(before);
  });

  test("is made again, from the current state, if another change was faster", async () => {
    await commitDecision(async () => ({ writes: putUserRow(user("ada", "", 1), null), value: 0 }));
    const increment = () =>
      commitDecision(async () => {
        const read = (await readUserByName("ada"))!;
        const next = { ...read, email: `${read.email}x`, version: read.version + 1 };
        return { writes: putUserRow(next, read.version), value: next.version };
      });
    const versions = await Promise.all(Array.from({ length: 10 }, increment));
    expect(versions.toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect((await readUserByName("ada"))?.email).toBe("x".repeat(10));
  });

  test("that refuses writes nothing, and voids the number that an earlier try has drawn", async () => {
    const { number: before } = await lastDrawnChange();
    let tries = 0;
    const refused = commitDecision(async () => {
      if (++tries === 2) throw new Refusal("not_found");
      const writes = putUserRow(user("ada", "late", 99), 98);
      return { writes, change: { kind: "site", version: 1 }, value: 0 };
    });
    await expect(refused).rejects.toThrow(Refusal);
    expect(await changesAfter(before)).toMatchObject([{ number: before + 1, change: { kind: "void" } }]);
  });

  test("keeps its number through lost races, so that no gaps are left", async () => {
    const { number: before } = await lastDrawnChange();
    const change = () =>
      commitDecision(async () => {
        const read = (await readUserByName("ada"))!;
        const writes = putUserRow({ ...read, version: read.version + 1 }, read.version);
        return { writes, change: { kind: "site", version: read.version }, value: 0 };
      });
    await Promise.all(Array.from({ length: 10 }, change));
    const numbers = (await changesAfter(before)).map(({ number, change: { kind } }) => [
      number - before,
      kind,
    ]);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => [index + 1, "site"]));
  });

  test("without writes gives its value, and asks for nothing", async () => {
    const before = await lastDrawnChange();
    const value = await commitDecision(async () => ({ writes: [], change: { kind: "void" }, value: "same" }));
    expect([value, await lastDrawnChange()]).toEqual(["same", before]);
  });
});

test("a decision that never gets through is given up as busy", async () => {
  vi.spyOn(tableStore(), "transact").mockImplementation(async () => {
    const CancellationReasons = [{ Code: "TransactionConflict" }];
    throw new TransactionCanceledException("", CancellationReasons);
  });
  const begin = clock.monotonicMs();
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => begin + (performance.now() - begin) * 50);
  const decision = commitDecision(async () => ({ writes: putUserRow(user("busy", "", 1), null), value: 0 }));
  await expect(decision).rejects.toMatchObject({ code: "busy" });
  vi.restoreAllMocks();
});

test("numbers are drawn once each, however many draw at a time", async () => {
  const drawn = await Promise.all(Array.from({ length: 50 }, () => drawNumbers("page", "revision")));
  expect(new Set(drawn.map(({ page }) => page)).size).toBe(50);
  expect(new Set(drawn.map(({ revision }) => revision)).size).toBe(50);
});
