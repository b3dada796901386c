import { describe, expect, test } from "vitest";
import { isPost, type Page, type PageOf, withProperties } from "#lib/pages/page.ts";

const row = {
  ...{ id: 4, parentId: 3, ancestors: [1, 2, 3], uuid: "", slug: "", draftSlug: "", title: "", version: 1 },
  ...{ ownerId: null, live: false, unpublishedChanges: true, latestRevisionId: 1, liveRevisionId: null },
  ...{ createdAt: "", firstPublishedAt: null, lastPublishedAt: null, showInMenus: false, restriction: null },
  ...{ lock: null, schedule: null, workflow: null },
};

const [home, blog, podcast, post, episode] = (["home", "blog", "podcast", "post", "episode"] as const).map(
  (kind): Page => ({ ...row, kind }),
);

describe("a page gets only those properties that pages of its kind have", () => {
  const seasons = [{ id: 1, key: "s1", number: 1, name: "" }];
  const properties = { showInMenus: true, commentsClosed: true, seasons } as const;

  test.each([
    [podcast, ["showInMenus", "commentsClosed", "seasons"]],
    [blog, ["showInMenus", "commentsClosed"]],
    [post, ["showInMenus", "commentsClosed"]],
    [episode, ["showInMenus", "commentsClosed"]],
    [home, ["showInMenus"]],
  ])("$0.kind", (page, names) => {
    const given = withProperties(page!, properties);
    const expected = Object.entries(properties).filter(([name]) => names.includes(name));
    expect(given).toEqual({ ...page, ...Object.fromEntries(expected) });
  });
});

test("the compiler knows what a row of a kind has", () => {
  const parentOf = (page: PageOf<"post">): number => page.parentId;
  const parents = [home, blog, podcast, post, episode].map((page) => {
    // @ts-expect-error: it may be a page of another kind.
    if (page!.id < 0) return parentOf(page!);
    return page!.kind === "post" ? parentOf(page!) : isPost(page!);
  });
  expect(parents).toEqual([false, false, false, 3, true]);
});
