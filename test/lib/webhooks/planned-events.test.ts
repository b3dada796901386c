// Proves contract rules: webhook-order.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import { type Webhook, type WebhookPosition, webhookEvents } from "#lib/site/webhook.ts";
import { plannedEvents } from "#lib/webhooks/queue-deliveries.ts";

const home = 2;
const catalog = {
  sitePageId: home,
  publicIds: (ids: readonly number[]) => ids,
  idsAbove: (id: number) => (id === home ? [] : [home]),
} as unknown as Catalog;

const webhook = { events: webhookEvents, parents: [] as readonly number[] } as unknown as Webhook;

/** A withdrawal; its time is the page's version. */
const entryOf = (number: number, id: number, version: number): NumberedChange =>
  ({
    number,
    mark: String(number),
    writtenAtMs: version,
    expiresAtMs: Number.POSITIVE_INFINITY,
    change: {
      ...{ kind: "page", id, version },
      before: { kind: "post", ancestors: [home], live: true, open: true, slug: "x", passedOn: "" },
    },
  }) as unknown as NumberedChange;

test("events of a page are planned once each, in the order of its versions, whatever their numbers and wherever it stops", () => {
  const pages = fc.array(fc.integer({ min: 10, max: 13 }), { minLength: 1, maxLength: 30 });
  const drawn = fc.infiniteStream(fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(pages, drawn, fc.integer({ min: 1, max: 4 }), (written, delays, maxEvents) => {
      const numbers = written
        .map((_, index) => ({ index, drawnAt: index - delays.next().value }))
        .sort((one, other) => one.drawnAt - other.drawnAt)
        .map(({ index }) => index);
      const log = written
        .map((id, index) => entryOf(numbers.indexOf(index) + 1, id, index + 1))
        .sort((one, other) => one.number - other.number);
      let position: WebhookPosition = { through: 0, afterId: 0, start: { highest: 0, gaps: [] } };
      const told: [id: number, version: number][] = [];
      for (let round = 0, isDone = false; !isDone; round++) {
        const entries = log.filter(({ number }) => number > position.through);
        const planned = plannedEvents(
          catalog,
          { webhook, position },
          { entries, through: written.length },
          maxEvents,
        );
        for (const { id, at } of planned.events) told.push([id, Date.parse(at)]);
        position = JSON.parse(JSON.stringify(planned.position));
        isDone = planned.isDone;
        expect(round).toBeLessThanOrEqual(written.length);
      }
      expect(position).toMatchObject({ through: written.length });
      expect(position.ahead).toBeUndefined();
      const byId = (each: readonly (readonly [number, number])[]) => each.toSorted(([a], [b]) => a - b);
      expect(byId(told)).toEqual(byId(written.map((id, index) => [id, index + 1])));
    }),
    { numRuns: 200, seed: 54 },
  );
});
