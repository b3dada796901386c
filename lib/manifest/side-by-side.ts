/**
 * How much goes on at once: enough to keep a store busy, and little enough that no request waits long for its
 * turn.
 */
const workers = 16;

/** Does the work for all items, some of them at the same time, and gives the results in the items' order. */
export const sideBySide = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
};
