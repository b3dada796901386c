import { beforeAll, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { changesAfter, lastDrawnChange } from "#lib/store/changes.ts";
import { commitDecision, type Decision, type NumbersToDraw } from "#lib/store/commit.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { drawNumbers, getItem, inOneRead, updateItem } from "#lib/store/items.ts";
import { isNew, type Write } from "#lib/store/port/table-store.ts";
import { plannedNumbers } from "#lib/store/sequences.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const put = (sk: string): Write => ({ put: { pk: "TEST", sk }, if: isNew });

let count = 0;

type Decide<Value> = (numbers: NumbersToDraw) => Promise<Decision<Value>>;

/** A request that reads both sequences beside its caller, and decides when it has `arrived`. */
const inRequest = async <Value>(decide: Decide<Value>, arrived = Promise.resolve()): Promise<Value> => {
  const numbers = plannedNumbers("IDS", "CHANGES");
  const begun = inOneRead(numbers.begin);
  await arrived;
  const value = await commitDecision(decide, numbers);
  await begun;
  return value;
};

/** Makes a page with a comment, and a change of the site whose version is the comment's id. */
const makePage: Decide<{ readonly page: number; readonly comment: number }> = async ({
  beginChange,
  beginIds,
  ids,
}) => {
  beginChange();
  beginIds("page", "comment");
  const value = await ids("page", "comment");
  return { writes: [put(`${++count}`)], change: { kind: "site", version: value.comment }, value };
};

/** What some work gives, and the requests that it sent to DynamoDB. */
const commandsWith = async <Value>(work: () => Promise<Value>) => {
  let value: Value | undefined;
  const commands = await commandsOf(async () => {
    value = await work();
  });
  return { commands, value: value as Value };
};

/** Draws the number of a change as another process does whose transaction has not come yet. */
const drawChange = () =>
  tableStore().write(updateItem(keys.sequence("CHANGES"), { add: { value: 1 }, set: { mark: "others" } }));

const lastIds = () => getItem(keys.sequence("IDS"));

let laterMs = 0;

/** Long enough that a process that has lost a race takes numbers again. */
const afterAWhile = (): void => {
  laterMs += 10_000;
};

beforeAll(async () => {
  const { monotonicMs } = clock;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => monotonicMs() + laterMs);
  await commitDecision(makePage);
});

test("a transaction takes the numbers that follow on those its request has read", async () => {
  const [change, { page, comment }] = [await lastDrawnChange(), (await lastIds())!];
  const { commands, value } = await commandsWith(() => inRequest(makePage));
  expect(value).toEqual({ page: (page as number) + 1, comment: (comment as number) + 1 });
  expect(commands).toEqual(["BatchGetItem", "TransactWriteItems"]);
  const [entry, ...others] = await changesAfter(change.number);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ number: change.number + 1, change: { version: value.comment } });
  expect(await lastDrawnChange()).toEqual({ number: entry?.number, mark: entry?.mark });
  expect(await lastIds()).toMatchObject(value);
});

test("outside of requests, numbers are drawn", async () => {
  const { commands } = await commandsWith(() => commitDecision(makePage));
  expect(commands).toEqual(["UpdateItem", "UpdateItem", "TransactWriteItems"]);
});

test("ids of a kind of which there were none are drawn", async () => {
  const decide: Decide<number> = async ({ ids }) => {
    const { theme } = await ids("theme");
    return { writes: [put(`${++count}`)], value: theme };
  };
  expect(await inRequest(decide)).toBe(1);
  expect(await inRequest(decide)).toBe(2);
});

test("ids that are asked for one after the other follow on one another", async () => {
  const { comment: before } = await drawNumbers("comment");
  const drawn = await inRequest(async ({ ids }) => {
    const value = [(await ids("comment")).comment, (await ids("comment")).comment];
    return { writes: [put(`${++count}`)], value };
  });
  expect(drawn).toEqual([before + 1, before + 2]);
  expect((await drawNumbers("comment")).comment).toBe(before + 3);
});

test.each([
  ["is refused", new Refusal("not_found")],
  ["fails", new Error("no reason")],
])("a decision that %s leaves the sequences as they were", async (_how, error) => {
  const change = await lastDrawnChange();
  const before = [change, await lastIds()];
  const refused = inRequest(async (numbers) => {
    await makePage(numbers);
    throw error;
  });
  await expect(refused).rejects.toThrow(error);
  expect([await lastDrawnChange(), await lastIds()]).toEqual(before);
  expect(await changesAfter(change.number)).toEqual([]);
});

test("a dry run takes none", async () => {
  const before = [await lastDrawnChange(), await lastIds()];
  const value = await inCommitScope({ isDryRun: true, receipt: undefined }, () => inRequest(makePage));
  expect(value).toEqual({ page: Number.NaN, comment: Number.NaN });
  expect([await lastDrawnChange(), await lastIds()]).toEqual(before);
});

test("if the sequences cannot be read, numbers are drawn", async () => {
  const spy = vi.spyOn(tableStore(), "getMany").mockRejectedValue(new Error("no engine"));
  const { page } = await inRequest(makePage);
  spy.mockRestore();
  expect(await lastIds()).toMatchObject({ page });
});

test("what was read before another request of the process took numbers is not followed on", async () => {
  const arrival = Promise.withResolvers<void>();
  const decide = vi.fn(makePage);
  const late = inRequest(decide, arrival.promise);
  const early = await inRequest(makePage);
  arrival.resolve();
  expect((await late).page).toBe(early.page + 1);
  expect(decide).toHaveBeenCalledTimes(1);
});

test("while a request of the process uses a sequence, others do not read it", async () => {
  const decide: typeof makePage = async (numbers) => {
    const decision = await makePage(numbers);
    const { commands } = await commandsWith(() => inRequest(makePage));
    // That of changes, which this one has not taken yet, is read, beside the draw of ids.
    expect(commands.toSorted()).toEqual(["GetItem", "TransactWriteItems", "UpdateItem"]);
    return decision;
  };
  await inRequest(vi.fn(makePage).mockImplementationOnce(decide));
});

test("a draw is sent again while a transaction has the sequence, for two seconds", async () => {
  const { write } = tableStore();
  let left = 5;
  const spy = vi.spyOn(tableStore(), "write").mockImplementation(async (asked) => {
    if (!("update" in asked) || left-- <= 0) return write(asked);
    throw new EngineFault("", { cause: { name: "TransactionConflictException" } });
  });
  const { page } = await commitDecision(makePage);
  expect(await lastIds()).toMatchObject({ page });
  left = Number.POSITIVE_INFINITY;
  const givenUp = expect(commitDecision(makePage)).rejects.toThrow(EngineFault);
  laterMs += 2_001;
  await givenUp;
  spy.mockRestore();
});

describe("when another process was faster", () => {
  test.each([
    ["ids", () => drawNumbers("comment"), { comments: 1, changes: 0 }],
    ["the number of a change", drawChange, { comments: 0, changes: 1 }],
  ])("with %s, everything is decided again with numbers that are drawn", async (_what, other, drawn) => {
    afterAWhile();
    const { number: before } = await lastDrawnChange();
    const decisions: number[] = [];
    const { comment } = await inRequest(async (numbers) => {
      const decision = await makePage(numbers);
      decisions.push(decision.value.comment);
      if (decisions.length === 1) await other();
      return decision;
    });
    expect(decisions).toEqual([comment - drawn.comments, comment]);
    expect(await lastIds()).toMatchObject({ comment });
    expect(await changesAfter(before)).toMatchObject([
      { number: before + drawn.changes + 1, change: { version: comment } },
    ]);
  });

  test("the process draws its numbers for ten seconds, without reading the sequences", async () => {
    afterAWhile();
    let isFirst = true;
    await inRequest(async (numbers) => {
      const decision = await makePage(numbers);
      if (isFirst) await drawNumbers("comment");
      isFirst = false;
      return decision;
    });
    laterMs += 9_000;
    const drawing = await commandsWith(() => inRequest(makePage));
    expect(drawing.commands).toEqual(["UpdateItem", "UpdateItem", "TransactWriteItems"]);
    laterMs += 1_000;
    const taking = await commandsWith(() => inRequest(makePage));
    expect(taking.commands).toEqual(["BatchGetItem", "TransactWriteItems"]);
  });

  test("with something else, what was taken is free again, and the process goes on taking", async () => {
    afterAWhile();
    const before = await lastDrawnChange();
    let isFirst = true;
    const value = await inRequest(async (numbers) => {
      const decision = await makePage(numbers);
      const lost = isFirst ? [put("1")] : [];
      isFirst = false;
      return { ...decision, writes: [...decision.writes, ...lost] };
    });
    expect(await lastDrawnChange()).toMatchObject({ number: before.number + 1 });
    expect(await lastIds()).toMatchObject(value);
    const { commands } = await commandsWith(() => inRequest(makePage));
    expect(commands).toEqual(["BatchGetItem", "TransactWriteItems"]);
  });
});

test("of many at a time, some of which take and some of which draw, each has its own numbers", async () => {
  const { number: before } = await lastDrawnChange();
  const made: { readonly page: number; readonly comment: number }[] = [];
  for (let round = 0; round < 30; round++) {
    afterAWhile();
    const makers = Array.from({ length: 1 + (round % 6) }, (_, index) =>
      index % 3 === 2 ? commitDecision(makePage) : inRequest(makePage),
    );
    made.push(...(await Promise.all(makers)));
  }
  expect(new Set(made.map(({ page }) => page)).size).toBe(made.length);
  expect(new Set(made.map(({ comment }) => comment)).size).toBe(made.length);
  const entries = await changesAfter(before);
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => before + 1 + index));
  const versions = entries.flatMap(({ change }) => (change.kind === "site" ? [change.version] : []));
  expect(versions.toSorted((one, other) => one - other)).toEqual(
    made.map(({ comment }) => comment).toSorted((one, other) => one - other),
  );
});
