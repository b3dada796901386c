import fc from "fast-check";
import { expect, test } from "vitest";
import { TermLists } from "#lib/catalog/pages/term-lists.ts";

const put = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  terms: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
});

test("a page has the terms that it was given last, and no others, however often they change", () => {
  fc.assert(
    fc.property(fc.array(put, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (puts, rounds) => {
      const lists = new TermLists();
      const last = new Map<number, readonly number[]>();
      for (let round = 0; round < rounds; round++) {
        for (const { id, terms } of puts) {
          lists.put(id * 50, terms);
          last.set(id * 50, terms);
        }
      }
      const { starts, pool } = lists;
      for (const [id, terms] of last) {
        const start = starts[id]!;
        expect([...pool.subarray(start + 1, start + 1 + pool[start]!)]).toEqual(terms);
        for (let term = 0; term <= 61; term++) expect(lists.has(id, term)).toBe(terms.includes(term));
      }
      expect([lists.has(7, 1), lists.has(1_000_000, 1)]).toEqual([false, false]);
    }),
  );
});

test("the pages of a term are those that have it now, by id, whenever they are first requested", () => {
  fc.assert(
    fc.property(fc.array(put, { maxLength: 60 }), fc.array(put, { maxLength: 60 }), (before, after) => {
      const lists = new TermLists();
      const last = new Map<number, readonly number[]>();
      const apply = ({ id, terms }: (typeof before)[number]): void => {
        lists.put(id, terms);
        last.set(id, terms);
      };
      const expectPages = (): void => {
        for (let term = 0; term <= 61; term++) {
          const ids = [...last].filter(([, terms]) => terms.includes(term)).map(([id]) => id);
          expect([...lists.idsWith(term)]).toEqual(ids.toSorted((one, other) => one - other));
        }
      };
      before.forEach(apply);
      expectPages();
      after.forEach(apply);
      expectPages();
    }),
  );
});

test("terms that pages have had take no room for good", () => {
  const lists = new TermLists();
  const many = Array.from({ length: 100 }, (_, index) => index + 1);
  for (let round = 0; round < 10_000; round++) lists.put(1 + (round % 10), [round + 1, ...many]);
  expect(lists.pool.length).toBeLessThan(10_000);
});
