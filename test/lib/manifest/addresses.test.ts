// Proves contract rules: redirects.

import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { findPage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { visit } from "#test/support/site-pages.ts";
import { blogWith, post, problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

const at = async (address: string) => {
  const { status, headers } = await visit(address);
  return headers.location ? [status, headers.location] : status;
};

const site = {
  ...blogWith([
    post("low-water", {
      former_slugs: ["ebb", "tide"],
      aliases: ["/2019/low-water.html"],
      draft: { aliases: [] },
    }),
    post("high-water", { aliases: ["/notes/low-water/", "/x/"], draft: { aliases: ["/x", "/y/"] } }),
  ]),
  redirects: [
    { from: "/blog/", to: "/home/notes" },
    { from: "/blog/first.html", to: "/home/notes/high-water" },
    { from: "/start", to: "/home" },
    { from: "/blog/feed/", to: "/home/notes", feed: "posts.rss" },
  ],
};

const leads = async () => {
  for (const [from, to] of [
    ["/notes/ebb/", "/notes/low-water/"],
    ["/notes/tide/", "/notes/low-water/"],
    ["/2019/low-water.html", "/notes/low-water/"],
    ["/x/", "/notes/high-water/"],
    ["/blog/", "/notes/"],
    ["/blog/ebb/", "/notes/low-water/"],
    ["/blog/first.html", "/notes/high-water/"],
    ["/start/", "/"],
  ] as const) {
    expect(await at(from)).toEqual([301, to]);
    expect((await call(findPage, { query: `redirects=true&html_path=${from}` })).status).toBe(302);
  }
  const [status, feed] = [await at("/blog/feed/?x=1")].flat();
  expect([status, feed]).toEqual([301, expect.stringMatching(/^\/_feeds\/\d+\/posts\.rss\?x=1$/)]);
  for (const address of ["/blog/feed/ebb/", "/y/", "/blog/nothing/", "/start/nothing/"])
    expect(await at(address)).toBe(404);
};

test("a site that moves keeps its old addresses: they are applied once, and written again", async () => {
  await applyManifest(site);
  await leads();
  expect(await at("/notes/low-water/")).toBe(200);
  expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0 });
  const { manifest } = await exportManifest();
  expect(manifest.redirects).toEqual(site.redirects);
  await useEmptyTable();
  await applyManifest({ ...manifest });
  await leads();
  expect((await exportManifest()).manifest).toEqual(manifest);
  expect(await applyManifest({ ...manifest })).toMatchObject({ created: 0, updated: 0 });
});

test("aliases move between pages of the file, and redirects that it does not name stay unless it prunes", async () => {
  await applyManifest(site);
  const moved = {
    ...blogWith([
      post("high-water", { aliases: ["/2019/low-water.html"] }),
      post("low-water", { former_slugs: ["flood"], aliases: ["/x/"] }),
    ]),
    redirects: [{ from: "/blog", to: "/home/notes/low-water" }],
  };
  const dry = await applyManifest(moved, { dryRun: true });
  expect(dry).toMatchObject({ created: 0, updated: 3 });
  const { ids: _, revisions: _revisions, ...counts } = await applyManifest(moved);
  expect(dry).toMatchObject(counts);
  expect(await at("/2019/low-water.html")).toEqual([301, "/notes/high-water/"]);
  expect([await at("/x/"), await at("/blog/"), await at("/start/")]).toEqual([
    [301, "/notes/low-water/"],
    [301, "/notes/low-water/"],
    [301, "/"],
  ]);
  expect([await at("/notes/flood/"), await at("/notes/ebb/")]).toEqual([
    [301, "/notes/low-water/"],
    [301, "/notes/low-water/"],
  ]);
  expect(await applyManifest(moved)).toMatchObject({ created: 0, updated: 0 });
  const pruned = await applyManifest(moved, { prune: true });
  expect(pruned.removed?.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "redirect /blog/first.html",
    "redirect /start",
    "redirect /blog/feed/",
  ]);
  expect(await at("/start/")).toBe(404);
});

test("an address leads to one page, and redirects to a page that there is", async () => {
  await applyManifest({ ...blogWith([post("elsewhere", { aliases: ["/z/"] })]) });
  const wrong = {
    ...blogWith([
      post("a", { aliases: ["/one/"], former_slugs: ["old"] }),
      post("b", { aliases: ["/caf%C3%A9"], draft: { aliases: ["/one", "/z"] }, former_slugs: ["old"] }),
      post("c", { aliases: ["/api/x"] }),
    ]),
    redirects: [
      { from: "/café/", to: "/home/nowhere" },
      { from: "/caf%C3%A9/", to: "/home" },
      { from: "/feed/", to: "/home/notes", feed: "mp3.rss" },
    ],
  };
  const problems = (await problemsOf(applyManifest(wrong))).map(({ path, message }) =>
    `${path}: ${message}`.replaceAll("pages[0].children[0].", ""),
  );
  expect(problems).toEqual([
    "children[2].aliases[0]: expected a path of the site such as /2019/low-water/, outside the service's own addresses",
    "redirects[0].to: there is no page /home/nowhere",
    "redirects[2].feed: expected a feed of /home/notes: posts.rss, posts.atom, posts.json",
    "redirects[1].from: expected another path than that of redirects[0].from",
    "children[1].aliases[0]: expected another path than that of redirects[0].from",
    "children[1].draft.aliases[0]: expected another path than that of children[0].aliases[0]",
    expect.stringMatching(
      /^children\[1\]\.draft\.aliases\[1\]: expected another path: the page \d+, which the file does not name, has it$/,
    ),
    "children[1].former_slugs[0]: expected another slug than children[0] had",
  ]);
});
