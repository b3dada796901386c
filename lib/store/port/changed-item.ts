import type { Key } from "#lib/store/table.ts";
import { type Attributes, ImpossibleWrite, type Item, type ItemChanges } from "./table-store.ts";
import { ownMember } from "./values.ts";

/** An item after an update, and the attributes that changed and still exist. */
interface ChangedItem {
  readonly item: Item;
  readonly changed: Attributes;
}

/** Throws {@link ImpossibleWrite} if the item's attributes are of other types than the changes. */
export const changedItem = (before: Item | undefined, { pk, sk }: Key, changes: ItemChanges): ChangedItem => {
  const { set = {}, add = {}, take = {}, remove = [] } = changes;
  const current: Item = before ?? { pk, sk };
  const changed = new Map<string, unknown>(Object.entries(set).filter(([, value]) => value !== undefined));
  for (const [name, value] of Object.entries(add))
    if (value !== undefined) changed.set(name, joined(ownMember(current, name), value));
  for (const [name, members] of Object.entries(take))
    if (members !== undefined) changed.set(name, without(ownMember(current, name), members));
  for (const name of remove) changed.set(name, undefined);
  const there = [...changed].filter(([, value]) => value !== undefined);
  // Object.fromEntries, because an assignment to `__proto__` means something else.
  const kept = Object.entries(current).filter(([name]) => !changed.has(name));
  // An update changes no key.
  const item = Object.fromEntries([...kept, ...there]) as Item;
  return { item, changed: Object.fromEntries(there) };
};

type Members = ReadonlySet<string | number>;

const joined = (before: unknown, added: number | Members): unknown => {
  if (typeof added === "number") {
    if (before === undefined || typeof before === "number") return decimalSum(before ?? 0, added);
    throw otherType();
  }
  if (before === undefined) return new Set(added);
  requireSameSet(before, added);
  return new Set([...before, ...added]);
};

const without = (before: unknown, taken: Members): unknown => {
  if (before === undefined) return undefined;
  requireSameSet(before, taken);
  const left = [...before].filter((member) => !taken.has(member));
  return left.length > 0 ? new Set(left) : undefined;
};

function requireSameSet(before: unknown, given: Members): asserts before is Members {
  if (!(before instanceof Set)) throw otherType();
  const [[one], [other]] = [before, given];
  if (typeof one !== typeof other) throw otherType();
}

const otherType = (): ImpossibleWrite =>
  new ImpossibleWrite("An attribute that an update adds to, or takes from, is of another type.");

const maxDigits = 38;
const largest = 9.99e125;

/**
 * The sum of two numbers as DynamoDB adds them: by their decimal digits, so that 0.1 and 0.2 are 0.3. Throws
 * {@link ImpossibleWrite} if the sum needs more than 38 digits. DynamoDB keeps all of those, this keeps as
 * many as JavaScript's numbers have.
 */
const decimalSum = (one: number, other: number): number => {
  const plain = one + other;
  if ([one, other, plain].every(Number.isSafeInteger)) return plain;
  const parts = [one, other].map(decimalOf);
  const exponent = Math.min(...parts.map((part) => part.exponent));
  const sum = parts.reduce((all, part) => all + part.digits * 10n ** BigInt(part.exponent - exponent), 0n);
  const digits = String(sum).replace("-", "").replace(/0+$/, "").length;
  if (digits > maxDigits || Math.abs(plain) > largest)
    throw new ImpossibleWrite(`The sum of ${one} and ${other} needs more than ${maxDigits} digits.`);
  return Number(`${sum}e${exponent}`);
};

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const decimalOf = (value: number): Decimal => {
  const [shown = "", power] = value.toExponential().split("e");
  const [, fraction = ""] = shown.split(".");
  return { digits: BigInt(shown.replace(".", "")), exponent: Number(power) - fraction.length };
};
