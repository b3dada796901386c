import { certain } from "#lib/certain.ts";
/**
 * Works on items in their order, one at a time and at most `lead` of them before they are asked for. The
 * result is a function that gives an item's result, and may be called again for the same item. Those before
 * it are forgotten, to bound memory. A failure is thrown when its item is asked for.
 */
export const inAdvance = <Item, Result>(
  items: readonly Item[],
  lead: number,
  work: (item: Item) => Promise<Result>,
): ((item: Item) => Promise<Result>) => {
  const positions = new Map(items.map((item, position) => [item, position]));
  const begun = new Map<number, Promise<Result>>();
  let next = 0;
  let last: Promise<unknown> = Promise.resolve();
  const beginUntil = (end: number): void => {
    for (; next < Math.min(end, items.length); next++) {
      const item = certain(items[next]);
      const result = last.then(() => work(item));
      begun.set(next, result);
      last = result.catch(() => {});
    }
  };
  beginUntil(lead);
  return (item) => {
    const position = positions.get(item);
    if (position === undefined) return work(item);
    for (const earlier of begun.keys()) if (earlier < position) begun.delete(earlier);
    beginUntil(position + 1 + lead);
    return begun.get(position) ?? work(item);
  };
};
