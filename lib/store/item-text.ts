import { certain } from "#lib/certain.ts";
import { plainItem, type WireItem, type WireValue, wireItem } from "#lib/store/dynamo/wire-values.ts";
import type { Attributes, Item } from "#lib/store/port/table-store.ts";

/**
 * An item as one line of DynamoDB's own JSON, always the same for the same item: its key comes first, other
 * names and the members of sets are in order.
 */
export const textOfItem = (item: Attributes): string => {
  const { pk, sk, ...others } = wireItem(item);
  return JSON.stringify({ pk, sk, ...inOrder(others) });
};

/** The item of such a line. Throws for anything else. */
export const itemOfText = (line: string): Item => {
  const wire: unknown = JSON.parse(line);
  if (typeof wire !== "object" || wire === null) throw new TypeError("This line is no item.");
  const item = plainItem(wire as WireItem);
  const { pk, sk } = item;
  if (typeof pk !== "string" || typeof sk !== "string") throw new TypeError("An item has a key.");
  return item as Item;
};

const inOrder = (item: WireItem): WireItem =>
  Object.fromEntries(
    Object.keys(item)
      .sort()
      .map((name) => [name, valueInOrder(certain(item[name]))]),
  );

const valueInOrder = ({ M, L, SS, NS, ...scalar }: WireValue): WireValue => {
  if (M) return { M: inOrder(M) };
  if (L) return { L: L.map(valueInOrder) };
  if (SS) return { SS: [...SS].sort() };
  return NS ? { NS: [...NS].sort((one, other) => Number(one) - Number(other)) } : scalar;
};
