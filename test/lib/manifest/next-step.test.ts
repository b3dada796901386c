import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DesiredPage, nextStep, type Step } from "#lib/manifest/apply/next-step.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-state.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { PageContent } from "#lib/pages/content.ts";
import { commentWith } from "../pages/comments.ts";

const content = fc
  .constantFrom("a", "b", "c")
  .map((title): PageContent => ({ title, slug: "page", seoTitle: "", searchDescription: "" }));
const properties = fc.record({
  ownerId: fc.constantFrom(null, 1),
  showInMenus: fc.boolean(),
  commentsClosed: fc.constantFrom(undefined, true as const),
  restriction: fc.constantFrom(null, { type: "login" as const }),
});

const lock = fc.constantFrom(null, { ownerId: null }, { ownerId: 1 });
const workflow = fc.constantFrom(
  null,
  { name: "Review", task: "Read", state: "in_progress" as const, groups: [1] },
  { name: "Review", task: "Read", state: "needs_changes" as const, groups: [1] },
);
const comments = fc.constantFrom(
  [],
  [commentWith({ id: 1 })],
  [commentWith({ id: 1 }), commentWith({ id: 2 })],
);
const publishAt = fc.constantFrom(null, "2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z");

const desiredPage: fc.Arbitrary<DesiredPage> = fc
  .record({
    properties,
    main: content,
    draft: fc.option(content, { nil: undefined }),
    live: fc.boolean(),
    publishAt,
    newerDraft: fc.option(content, { nil: undefined }),
    lock,
    workflow,
    comments: fc.option(comments, { nil: undefined }),
  })
  .map((desired) => (desired.publishAt === null ? { ...desired, newerDraft: undefined } : desired));

const stored = (
  page: object,
  latest: PageContent,
  live: PageContent | null,
  approved: PageContent | null,
  comments: readonly Comment[],
): StoredPage => ({ page, latest, live, approved, comments }) as unknown as StoredPage;

const storedPage: fc.Arbitrary<StoredPage> = fc
  .tuple(
    properties,
    content,
    fc.option(content, { nil: null }),
    fc.boolean(),
    publishAt,
    content,
    lock,
    workflow,
    comments,
  )
  .map(([set, latest, live, hasDraft, time, older, lock, workflow, comments]) => {
    const unpublishedChanges = live === null || hasDraft || !isDeepStrictEqual(live, latest);
    const isLatest = isDeepStrictEqual(older, latest);
    const schedule = time && { publishAt: time, revisionId: isLatest ? 9 : 8 };
    const page = { ...set, lock, workflow, schedule, latestRevisionId: 9 };
    return stored(
      { ...page, live: live !== null, unpublishedChanges },
      latest,
      live,
      time && older,
      comments,
    );
  });

/** What the actions make of a page. */
const after = (step: Step, { page, latest, live, approved, comments }: StoredPage): StoredPage => {
  switch (step.kind) {
    case "set":
      return stored({ ...page, ...step.properties }, latest!, live, approved, comments);
    case "comments":
      return stored(page, latest!, live, approved, step.comments);
    case "save":
      return stored(
        { ...page, unpublishedChanges: true, latestRevisionId: page.latestRevisionId! + 1 },
        step.content,
        live,
        approved,
        comments,
      );
    case "publish":
      return stored({ ...page, live: true, unpublishedChanges: false }, latest!, latest, approved, comments);
    case "unpublish":
      return stored({ ...page, live: false, unpublishedChanges: true }, latest!, null, approved, comments);
    case "schedule": {
      const { publishAt } = step;
      const schedule = publishAt === null ? null : { publishAt, revisionId: page.latestRevisionId };
      return stored({ ...page, schedule }, latest!, live, schedule && latest, comments);
    }
    case "lock":
      return stored({ ...page, lock: { ownerId: step.ownerId } }, latest!, live, approved, comments);
    case "unlock":
      return stored({ ...page, lock: null }, latest!, live, approved, comments);
    case "workflow":
      return stored({ ...page, workflow: step.state }, latest!, live, approved, comments);
  }
};

test("from every state a page gets where the file wants it in at most ten steps", () => {
  fc.assert(
    fc.property(storedPage, desiredPage, (begin, desired) => {
      let page = begin;
      const steps: Step["kind"][] = [];
      for (let step = nextStep(page, desired); step && steps.length < 11; step = nextStep(page, desired)) {
        steps.push(step.kind);
        page = after(step, page);
      }
      expect(steps.length).toBeLessThanOrEqual(10);
      expect(page.page).toMatchObject({ ...desired.properties, live: desired.live });
      const { draft, newerDraft, main } = desired;
      expect(page.latest).toEqual(newerDraft ?? draft ?? main);
      expect(page.page).toMatchObject({ lock: desired.lock, workflow: desired.workflow });
      expect(page.comments).toEqual(desired.comments ?? begin.comments);
      expect(page.page.schedule?.publishAt ?? null).toBe(desired.publishAt);
      if (desired.publishAt !== null) {
        expect(page.approved).toEqual(draft ?? main);
        const isLatest = page.page.schedule?.revisionId === page.page.latestRevisionId;
        expect(isLatest).toBe(newerDraft === undefined);
      }
      expect(page.live).toEqual(desired.live ? desired.main : null);
      if (desired.live) expect(page.page.unpublishedChanges).toBe((draft ?? newerDraft) !== undefined);
      if (steps.includes("set")) expect(steps[0]).toBe("set");
    }),
  );
});
