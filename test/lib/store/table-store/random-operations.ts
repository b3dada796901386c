import * as fc from "fast-check";
import { metered, newDatabaseMeter } from "#lib/database-meter.ts";
import { TransactionCanceledException } from "#lib/store/condition-errors.ts";
import type {
  Attributes,
  Item,
  ItemChanges,
  SingleWrite,
  TableStore,
  Write,
  WriteCondition,
} from "#lib/store/port/table-store.ts";
import { itemsOf, keyIn, ownPartition } from "./partitions.ts";

/** Something that is asked of a table; all of it in a few items, so that operations meet. */
export type TriedOperation =
  | { readonly write: SingleWrite }
  | { readonly transact: readonly Write[] }
  | { readonly get: string; readonly attributes: readonly string[] | undefined }
  | { readonly getMany: readonly string[] }
  | { readonly query: object };

/** Bytewise in an order that is not JavaScript's. */
const names = ["k", "k#a", "k#b", "ké", "k\u{FFFD}", "k\u{1F600}"];

/** The sums of others have more digits than JavaScript's numbers keep. */
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.constantFrom(0.5, -0.05, 100, 1_000_000, 123.456, 1e21, 1e-9, 2 ** 60, -20.25),
);

const small = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.1, 0.2, -20.25, 100));

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 12 }), fc.constantFrom("", "a", "b", "é"));

const bytes = fc.uint8Array({ maxLength: 5 }).map((values) => Buffer.from(values));

const set = fc.oneof(
  fc.uniqueArray(fc.constantFrom("a", "b", "c", "é"), { minLength: 1 }).map((all) => new Set(all)),
  fc.uniqueArray(fc.integer({ min: -2, max: 2 }), { minLength: 1 }).map((all) => new Set(all)),
);

const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null), bytes, set);

const value: fc.Arbitrary<unknown> = fc.oneof(
  leaf,
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.record({ version: number, "b b": leaf, $set: leaf }, { requiredKeys: [], noNullPrototype: true }),
  fc.constantFrom("é".repeat(700), "x".repeat(1_500), "x".repeat(5_000)),
);

const attribute = fc.constantFrom("value", "other", "page");

const path = fc.oneof(
  attribute,
  fc.constantFrom("page.version", "page.b b", "value.version", "page.none.it"),
);

const ordered = fc.oneof(text, number, bytes);

const simple: fc.Arbitrary<WriteCondition> = fc.oneof(
  fc.record({
    test: fc.constantFrom("absent" as const, "present" as const),
    path: fc.oneof(path, fc.constant("pk")),
  }),
  fc.record({ test: fc.constant("equal" as const), path, value }),
  fc.record({ test: fc.constantFrom("below", "atMost", "above", "atLeast"), path, value: ordered }),
  fc.record({ test: fc.constant("sizeBelow" as const), path, value: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ test: fc.constant("contains" as const), path, value: leaf }),
);

const joined = fc.record({
  test: fc.constantFrom("all" as const, "any" as const),
  of: fc.array(simple, { minLength: 1, maxLength: 3 }),
});

const condition: fc.Arbitrary<WriteCondition> = fc.oneof(
  simple,
  simple,
  joined,
  fc.record({ test: fc.constantFrom("all" as const, "any" as const), of: fc.tuple(simple, joined) }),
);

const key = fc.constantFrom(...names).map((sk) => keyIn(sk));

const item: fc.Arbitrary<Item> = fc
  .tuple(
    key,
    fc.record(
      { version: number, value, other: value, page: value },
      { requiredKeys: [], noNullPrototype: true },
    ),
  )
  .map(([{ pk, sk }, attributes]) => ({ pk, sk, ...attributes }));

const changes = fc
  .uniqueArray(attribute, { minLength: 1, maxLength: 3 })
  .chain((changed) =>
    fc.tuple(
      ...changed.map((name) =>
        fc.oneof(
          { weight: 4, arbitrary: value.map((given) => ({ set: { [name]: given } })) },
          { weight: 3, arbitrary: small.map((given) => ({ add: { version: given } })) },
          { weight: 1, arbitrary: fc.oneof(small, set).map((given) => ({ add: { [name]: given } })) },
          { weight: 1, arbitrary: set.map((given) => ({ take: { [name]: given } })) },
          { weight: 1, arbitrary: fc.constant({ remove: [name] }) },
        ),
      ),
    ),
  )
  .map((parts): ItemChanges => {
    const merged: { -readonly [kind in keyof ItemChanges]: object } = {};
    for (const part of parts as readonly ItemChanges[])
      for (const [kind, given] of Object.entries(part))
        merged[kind as keyof ItemChanges] = Array.isArray(given)
          ? [...((merged.remove as string[]) ?? []), ...given]
          : { ...merged[kind as keyof ItemChanges], ...given };
    return merged as ItemChanges;
  });

const maybe = fc.option(condition, { nil: undefined, freq: 2 });

const write: fc.Arbitrary<SingleWrite> = fc.oneof(
  fc.record({ put: item, if: maybe }),
  fc.record({ update: key, changes, if: maybe }),
  fc.record({ update: key, changes, if: maybe }),
  fc.record({ delete: key, if: maybe }),
);

const member = fc.oneof(write, write, write, fc.record({ check: key, if: condition }));

const query = fc
  .tuple(
    fc.record(
      {
        backwards: fc.boolean(),
        limit: fc.integer({ min: 1, max: 4 }),
        attributes: fc.uniqueArray(fc.constantFrom("sk", "version", "value"), { minLength: 1 }),
        without: fc.record({ attribute, value: leaf }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    fc.oneof(
      fc.constant({}),
      fc
        .constantFrom(...names)
        .chain((name) => fc.constantFrom({ prefix: name }, { after: name }, { through: name })),
    ),
  )
  .map(([more, bound]) => ({ ...more, ...bound }));

export const triedOperations = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ write }) },
    { weight: 4, arbitrary: fc.record({ transact: fc.array(member, { minLength: 1, maxLength: 4 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        get: fc.constantFrom(...names),
        attributes: fc.constantFrom(undefined, ["version", "value"], ["none"]),
      }),
    },
    { weight: 1, arbitrary: fc.record({ getMany: fc.array(fc.constantFrom(...names), { maxLength: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ query }) },
  ),
  { minLength: 6, maxLength: 14 },
) as fc.Arbitrary<readonly TriedOperation[]>;

/**
 * What a table answers, or refuses with; without texts that are only for people, and how often it is asked
 * for a limited query, because engines differ in whether they know that nothing comes after the last item.
 */
export const triedAnswer = async (store: TableStore, operation: TriedOperation) => {
  const meter = newDatabaseMeter();
  const answer = await metered(meter, () => ask(store, operation)).catch((error: Error) => ({
    refused: error.name,
    reasons: error instanceof TransactionCanceledException && error.reasons.map(({ Code }) => Code),
  }));
  const isLimited = "query" in operation && "limit" in operation.query;
  const { requests, readUnits, writeUnits } = meter;
  return { answer, ...(!isLimited && { requests }), units: { readUnits, writeUnits } };
};

const ask = async (store: TableStore, operation: TriedOperation): Promise<unknown> => {
  if ("write" in operation) return store.write(operation.write);
  // It answers with the units, which the meter has, too.
  if ("transact" in operation) return store.transact(operation.transact).then(() => "done");
  if ("get" in operation) return store.get(keyIn(operation.get), operation.attributes);
  if ("getMany" in operation) return store.getMany(operation.getMany.map((sk) => keyIn(sk)));
  const found: Attributes[] = [];
  let omitted = 0;
  for await (const answer of store.query({ pk: ownPartition(), ...operation.query })) {
    found.push(...answer.items);
    omitted += answer.omitted;
  }
  return { found, omitted };
};

export const triedItems = (store: TableStore): Promise<Attributes[]> =>
  itemsOf(store.query({ pk: ownPartition() }));
