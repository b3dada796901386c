import fc from "fast-check";
import { expect, test } from "vitest";
import { InstantOrder } from "#lib/catalog/pages/id-arrays.ts";

const never = Number.NEGATIVE_INFINITY;

/** Moves in one go: which id gets which instant. */
const moves = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(never, 0, 1, 2, 3)), {
  size: "max",
  maxLength: 250,
});

test("the order is that of sorting, however many move between two looks at it", () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 5 }), (steps) => {
      const instants = new Map<number, number>();
      const order = new InstantOrder((id) => instants.get(id)!);
      for (const step of steps) {
        for (const [id, instant] of step) {
          instants.set(id, instant);
          order.move(id);
        }
        const sorted = [...instants].sort(([one, early], [other, late]) =>
          early === late ? one - other : early < late ? -1 : 1,
        );
        const ids = sorted.map(([id]) => id);
        expect([...order.ids]).toEqual(ids);
        expect([...order.idsBackwards]).toEqual(ids.toReversed());
      }
    }),
  );
});
