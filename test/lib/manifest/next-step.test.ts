import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nextStep, type Step, type WantedPage } from "#lib/manifest/next-step.ts";
import type { StoredPage } from "#lib/manifest/stored-page.ts";
import type { PageContent } from "#lib/pages/content.ts";

const content = fc
  .constantFrom("a", "b", "c")
  .map((title): PageContent => ({ title, slug: "page", seoTitle: "", searchDescription: "" }));
const properties = fc.record({
  ownerId: fc.constantFrom(null, 1),
  showInMenus: fc.boolean(),
  restriction: fc.constantFrom(null, { type: "login" as const }),
});

const wantedPage: fc.Arbitrary<WantedPage> = fc.record({
  properties,
  main: content,
  draft: fc.option(content, { nil: undefined }),
  live: fc.boolean(),
});

const stored = (page: object, latest: PageContent, live: PageContent | null) =>
  ({ page, latest, live }) as unknown as StoredPage;

const storedPage: fc.Arbitrary<StoredPage> = fc
  .tuple(properties, content, fc.option(content, { nil: null }), fc.boolean())
  .map(([set, latest, live, hasDraft]) => {
    const unpublishedChanges = live === null || hasDraft || !isDeepStrictEqual(live, latest);
    return stored({ ...set, live: live !== null, unpublishedChanges }, latest, live);
  });

/** What the actions make of a page. */
const after = (step: Step, { page, latest, live }: StoredPage): StoredPage => {
  switch (step.kind) {
    case "set":
      return stored({ ...page, ...step.properties }, latest!, live);
    case "save":
      return stored({ ...page, unpublishedChanges: true }, step.content, live);
    case "publish":
      return stored({ ...page, live: true, unpublishedChanges: false }, latest!, latest);
    case "unpublish":
      return stored({ ...page, live: false, unpublishedChanges: true }, latest!, null);
  }
};

test("from every state a page gets where the file wants it in at most four steps", () => {
  fc.assert(
    fc.property(storedPage, wantedPage, (begin, wanted) => {
      let page = begin;
      const steps: Step["kind"][] = [];
      for (let step = nextStep(page, wanted); step && steps.length < 5; step = nextStep(page, wanted)) {
        steps.push(step.kind);
        page = after(step, page);
      }
      expect(steps.length).toBeLessThanOrEqual(4);
      expect(page.page).toMatchObject({ ...wanted.properties, live: wanted.live });
      expect(page.latest).toEqual(wanted.draft ?? wanted.main);
      expect(page.live).toEqual(wanted.live ? wanted.main : null);
      if (wanted.live) expect(page.page.unpublishedChanges).toBe(wanted.draft !== undefined);
      if (steps.includes("set")) expect(steps[0]).toBe("set");
    }),
  );
});
