import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the expression is true in the page, whose policy forbids `page.waitForFunction`. */
export const until = (page: Page, expression: string) =>
  expect.poll(() => page.evaluate(`Boolean(${expression})`), { timeout: 30_000 }).toBe(true);

/** Expects that axe-core finds no fault in the page as it is now. */
export const expectNoFaults = async (page: Page): Promise<void> => {
  await page.evaluate(axe.source);
  // While something appears, its colours are others.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect, playState }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState === "running" && typeof endTime === "number" && endTime < Number.POSITIVE_INFINITY;
    });
    return Promise.allSettled(passing.map(({ finished }) => finished)).then(() => {});
  });
  const faults = await page.evaluate(`axe.run().then(({ violations, incomplete }) => {
    const shown = ({ id, nodes }) => [id, nodes.map(({ html }) => html)];
    // Of text in the colour of its background, axe says only that it cannot tell.
    const unseen = incomplete
      .filter(({ id }) => id === "color-contrast")
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === "equalRatio")),
      }))
      .filter(({ nodes }) => nodes.length > 0);
    return [...violations, ...unseen].map(shown);
  })`);
  expect(faults).toEqual([]);
};
