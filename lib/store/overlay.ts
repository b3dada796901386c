import { certain } from "#lib/certain.ts";
import { changedItem } from "#lib/store/port/changed-item.ts";
import { writtenKey } from "#lib/store/port/require-possible.ts";
import {
  type Attributes,
  all,
  type Item,
  type Items,
  type PartitionQuery,
  type TableStore,
  type Write,
  type WriteCondition,
} from "#lib/store/port/table-store.ts";
import { areEqual, meetsCondition, ownMember } from "#lib/store/port/values.ts";
import { type Key, keys, keyText } from "./table.ts";

/** An item that was written over the table. */
interface Entry {
  readonly key: Key;
  /** Null once it is deleted. */
  readonly item: Item | null;
  /** What has to hold in the table for the writes so far. */
  readonly conditions: readonly WriteCondition[];
  /** The only write so far. */
  readonly only?: Write;
}

/** A table whose writes are held back, so that they can all be written at once. */
export interface Overlay {
  /** The table as it would be. Single writes are for sequences only, whose numbers may have gaps. */
  readonly table: TableStore;
  /** Takes writes that belong together; false if a condition does not hold of what was written before. */
  readonly add: (writes: readonly Write[]) => Promise<boolean>;
  /** One write for each item, with the conditions that the table has to meet. */
  readonly writes: () => readonly Write[];
}

/** Begins to hold writes back from a table. */
export const overlayOf = (base: TableStore): Overlay => {
  const entries = new Map<string, Entry>();
  const checks = new Map<string, { readonly key: Key; readonly conditions: readonly WriteCondition[] }>();
  const stored = async (key: Key) => (await base.getMany([key]))[0];

  const entryAfter = async (write: Write): Promise<Entry | undefined> => {
    const key = writtenKey(write);
    const before = entries.get(keyText(key));
    const mustHold = write.if ? [write.if] : [];
    if (!before) {
      const checked = checks.get(keyText(key))?.conditions ?? [];
      const conditions = [...checked, ...mustHold];
      if (!("update" in write)) return { key, item: putItemOf(write), conditions, only: write };
      const found = await stored(key);
      if (!mustHold.every((condition) => meetsCondition(found, condition))) return undefined;
      return { key, item: changedItem(found, key, write.changes).item, conditions, only: write };
    }
    const present = before.item ?? undefined;
    if (!mustHold.every((condition) => meetsCondition(present, condition))) return undefined;
    const item = "update" in write ? changedItem(present, key, write.changes).item : putItemOf(write);
    // A condition that the table meets guards against others; one on what was held back does not.
    const found = mustHold.length > 0 ? await stored(key) : undefined;
    const more = mustHold.filter((condition) => meetsCondition(found, condition));
    return { key, item, conditions: [...before.conditions, ...more] };
  };

  const add: Overlay["add"] = async (writes) => {
    const after: Entry[] = [];
    for (const write of writes) {
      if ("check" in write) {
        const entry = entries.get(keyText(write.check));
        if (entry && !meetsCondition(entry.item ?? undefined, write.if)) return false;
        continue;
      }
      const entry = await entryAfter(write);
      if (!entry) return false;
      after.push(entry);
    }
    for (const write of writes)
      if ("check" in write && !entries.has(keyText(write.check))) {
        const earlier = checks.get(keyText(write.check))?.conditions ?? [];
        checks.set(keyText(write.check), { key: write.check, conditions: [...earlier, write.if] });
      }
    for (const entry of after) entries.set(keyText(entry.key), entry);
    return true;
  };

  const writes = (): readonly Write[] => [
    ...[...entries.values()].map(({ key, item, conditions, only }): Write => {
      const condition = allOf(conditions);
      if (only) return condition ? ({ ...only, if: condition } as Write) : only;
      return item ? { put: item, if: condition } : { delete: { pk: key.pk, sk: key.sk }, if: condition };
    }),
    ...[...checks.values()].flatMap(({ key, conditions }): Write[] =>
      entries.has(keyText(key))
        ? []
        : [{ check: { pk: key.pk, sk: key.sk }, if: certain(allOf(conditions)) }],
    ),
  ];

  const getMany: TableStore["getMany"] = async (wanted) => {
    const missing = wanted.filter((key) => !entries.has(keyText(key)));
    const found = missing.length > 0 ? [...(await base.getMany(missing))] : [];
    return wanted.map((key) => {
      const entry = entries.get(keyText(key));
      return entry ? (entry.item ?? undefined) : found.shift();
    });
  };

  const table: TableStore = {
    getMany,
    get: async (key, attributes) => {
      const entry = entries.get(keyText(key));
      return entry ? entry.item && partOf(entry.item, attributes) : base.get(key, attributes);
    },
    query: (query) => {
      const within = [...entries.values()].filter(
        ({ key }) => key.pk === query.pk && isWithin(query, key.sk),
      );
      return within.length === 0 ? base.query(query) : merged(base, query, within);
    },
    write: (write) => {
      if (!isSequence(writtenKey(write))) throw new Error("A single write is no part of a transaction.");
      return base.write(write);
    },
    transact: () => {
      throw new Error("A transaction is begun within another.");
    },
    scan: base.scan,
    expired: base.expired,
  } as TableStore;
  return { table, add, writes };
};

const sequences: ReadonlySet<string> = new Set(
  (["IDS", "CHANGES"] as const).map((name) => keyText(keys.sequence(name))),
);

const isSequence = (key: Key): boolean => sequences.has(keyText({ pk: key.pk, sk: key.sk }));

const putItemOf = (write: Write): Item | null => ("put" in write ? (write.put as Item) : null);

const allOf = (conditions: readonly WriteCondition[]): WriteCondition | undefined => {
  const unlike = conditions.filter(
    (condition, index) => conditions.findIndex((other) => areEqual(other, condition)) === index,
  );
  return unlike.length > 1 ? all(...unlike) : unlike[0];
};

const compared = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const isWithin = ({ prefix, after, through }: PartitionQuery, sk: string): boolean =>
  sk.startsWith(prefix ?? "") &&
  (after === undefined || compared(sk, after) > 0) &&
  (through === undefined || compared(sk, through) <= 0);

const partOf = (item: Attributes, attributes: readonly string[] | undefined): Attributes =>
  attributes
    ? Object.fromEntries(
        attributes.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])),
      )
    : item;

/** The items of a partition with what was written over it, as one answer. */
async function* merged(
  base: TableStore,
  query: PartitionQuery,
  entries: readonly Entry[],
): AsyncGenerator<Items> {
  const { limit, attributes, without, backwards } = query;
  const written = new Map(entries.map(({ key, item }) => [key.sk, item]));
  const found: Item[] = [];
  const most = limit === undefined ? Number.POSITIVE_INFINITY : limit + written.size;
  const asked = {
    ...query,
    ...(limit !== undefined && { limit: most }),
    ...(attributes && { attributes: [...new Set([...attributes, "sk"])] }),
  };
  let omitted = 0;
  for await (const page of base.query(asked)) {
    found.push(...(page.items as readonly Item[]));
    omitted += page.omitted;
    if (found.length + omitted >= most) break;
  }
  const stays = (item: Attributes) =>
    !without || !areEqual(ownMember(item, without.attribute), without.value);
  const items = [
    ...found.filter(({ sk }) => !written.has(sk)),
    ...[...written.values()].filter((item): item is Item => item !== null && stays(item)),
  ].sort((one, other) => compared(one.sk, other.sk) * (backwards ? -1 : 1));
  yield { items: items.slice(0, limit).map((item) => partOf(item, attributes)), omitted };
}
