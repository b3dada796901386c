import { afterEach, describe, expect, test, vi } from "vitest";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests, killedAt } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { runPublish, usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Writes a post's file; `keys` are further lines of front matter. */
const postFile = (slug: string, body = "Ice on *both* pools.", ...keys: string[]): Promise<string> =>
  service.write(
    `2026-01-02-${slug}.md`,
    ["---", `title: About ${slug}`, ...keys, "---", "", body, ""].join("\n"),
  );

const resultsOf = ({ stdout }: CommandResult) => JSON.parse(stdout).results;

const feedUrl = (form: string) => `https://notes.example/_feeds/${world.notes}/posts.${form}`;

/** Publishes one file with `--json`; gives its result. */
const publishOne = async (file: string, ...options: string[]) => {
  const run = await service.publish(file, "--json", "--parent", "/home/notes", ...options);
  return { status: run.status, ...resultsOf(run)[0] };
};

const publicPosts = async (slug: string) =>
  (await call(listPages, { query: { type: "site.Post", slug, fields: "*" } })).body.results;

const editorPost = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

describe("a file", () => {
  test("without a post becomes a public one, with everything that the file says", async () => {
    const slug = freshSlug();
    const keys = [
      "date: 2025-01-12T16:40:00Z",
      "tags: [winter, ice]",
      "categories: [weather, birds]",
      "summary: Cold.",
    ];
    const file = await postFile(slug, "Ice on *both* pools.\n\n```js\nfreeze();\n```", ...keys);
    const run = await service.publish(file);
    expect(run).toEqual({
      status: 0,
      stdout: [
        `published    /notes/${slug}/  ${file}`,
        ...["rss", "atom", "json"].map((form) => `feed         ${feedUrl(form)}`),
        "1 file: 1 published\n",
      ].join("\n"),
      stderr: "",
    });
    const [page] = await publicPosts(slug);
    expect(await editorPost(page.id)).toMatchObject({
      title: `About ${slug}`,
      parent: { id: world.notes },
      visible_date: "2025-01-12T16:40:00.000Z",
      tags: ["winter", "ice"],
      categories: [world.birds, world.weather],
      search_description: "Cold.",
      overview: [],
      detail: [
        { type: "paragraph", value: "<p>Ice on <i>both</i> pools.</p>" },
        { type: "code", value: { language: "js", source: "freeze();" } },
      ],
      live: true,
      status: "live",
    });
  });

  test("that is published already changes nothing, writes nothing, and is said to be unchanged", async () => {
    const slug = freshSlug();
    const file = await postFile(slug);
    const first = await publishOne(file);
    const counts = countRequests();
    expect(await publishOne(file)).toEqual({ ...first, outcome: "unchanged" });
    expect(counts).toEqual({ GET: 3 });
  });

  test("with headings stays unchanged on a site that allows them", async () => {
    vi.stubEnv("SITE_RICH_TEXT_FEATURES", '["h2", "bold", "blockquote"]');
    const file = await postFile(freshSlug(), "## Numbers\n\n> **Three** _hard_ nights.");
    const first = await publishOne(file);
    expect((await editorPost(first.id)).detail[0].value).toMatch(/<h2>Numbers<\/h2>/);
    expect(first.removed).toEqual([{ line: 7, message: "The formatting em is not kept: hard" }]);
    expect(await publishOne(file)).toEqual({ ...first, outcome: "unchanged", removed: [] });
  });

  test("that has changed updates its post in one revision, in what differs alone, and publishes it", async () => {
    const slug = freshSlug();
    const first = await publishOne(await postFile(slug, "Old.", "tags: [ice]"));
    const byHand = { seo_title: "By hand", overview: [{ type: "paragraph", value: "<p>By hand.</p>" }] };
    const body = { ...byHand, base_revision_id: first.revision };
    await call(updatePost, { as: "ada", params: { id: first.id }, body });
    const second = await publishOne(await postFile(slug, "New.", "tags: [ice]"));
    expect(second).toMatchObject({ status: 0, outcome: "updated", id: first.id, url: `/notes/${slug}/` });
    expect(await editorPost(first.id)).toMatchObject({
      ...byHand,
      detail: [{ type: "paragraph", value: "<p>New.</p>" }],
      latest_revision_id: second.revision,
      status: "live",
    });
  });

  test("saved as a draft is not public, and is published by the next run without --draft", async () => {
    const slug = freshSlug();
    const file = await postFile(slug);
    const draft = await publishOne(file, "--draft");
    expect(draft).toMatchObject({ status: 0, outcome: "draft_saved", url: null });
    expect(await publicPosts(slug)).toEqual([]);
    expect(await publishOne(file, "--draft")).toEqual({ ...draft, outcome: "unchanged" });
    expect(await publishOne(file)).toEqual({ ...draft, outcome: "published", url: `/notes/${slug}/` });
    expect(await publicPosts(slug)).toHaveLength(1);
  });

  test("is said to be in the feeds of its blog where they change, and only there", async () => {
    const file = await postFile(freshSlug());
    const feedsAfter = async (...options: string[]) =>
      JSON.parse((await service.publish(file, "--json", ...options)).stdout).feeds;
    expect(await feedsAfter("--draft")).toEqual([]);
    expect(await feedsAfter()).toMatchObject([
      { title: "Notes (RSS)", url: feedUrl("rss"), type: "application/rss+xml" },
      { url: feedUrl("atom") },
      { url: feedUrl("json") },
    ]);
    expect(await feedsAfter()).toEqual([]);
  });

  test("stays published where the service names no feeds", async () => {
    aroundRequests((send, _, url) =>
      url.includes("fields=feeds") ? Promise.resolve(new Response("{}", { status: 404 })) : send(),
    );
    const slug = freshSlug();
    const file = await postFile(slug);
    expect(await service.publish(file)).toEqual({
      status: 0,
      stdout: `published    /notes/${slug}/  ${file}\n1 file: 1 published\n`,
      stderr: "",
    });
  });

  test("goes to the podcast that --parent names", async () => {
    const slug = freshSlug();
    const run = await service.publish(await postFile(slug), "--parent", "/home/calls/");
    expect(run.stdout).toContain(`published    /calls/${slug}/`);
  });

  test("given with others is published in their order", async () => {
    const files = await Promise.all(Array.from({ length: 7 }, () => postFile(freshSlug())));
    const run = await service.publish(...files, "--json");
    const ids = resultsOf(run).map(({ id }: { id: number }) => id);
    expect(resultsOf(run).map(({ file }: { file: string }) => file)).toEqual(files);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
  });

  test("given with newer ones is published before them, and what says no date comes last", async () => {
    const dated = (date: string) => postFile(freshSlug(), "Ice.", `date: ${date}`);
    const undated = freshSlug();
    const files = [
      await service.write(`${undated}.md`, `---\ntitle: Undated\nslug: ${undated}\n---\n\nIce.\n`),
      ...(await Promise.all(["2020-05-01", "2001-05-01T08:00:00-05:00", "2024-05-01"].map(dated))),
    ];
    const [none, middle, oldest, newest] = files;
    const run = await service.publish(...files, "--json");
    const sent = [oldest, middle, newest, none];
    expect(resultsOf(run).map(({ file }: { file: string }) => file)).toEqual(sent);
    const publishedAt = resultsOf(run).map(async ({ id }: { id: number }) => {
      const { body } = await call(readLivePage, { params: { id } });
      return body.meta.first_published_at;
    });
    const instants: string[] = await Promise.all(publishedAt);
    expect(instants).toEqual(instants.toSorted());
  });
});

describe("nothing is sent", () => {
  test("with --all-or-nothing when any file has an error; all errors of all files are named", async () => {
    const counts = countRequests();
    const fine = await postFile(freshSlug());
    const titleless = await service.write("titleless.md", "---\ntags: {a: x}\n---\n");
    const pictured = await postFile(freshSlug(), "One ![A heron](heron.jpg).");
    const missing = fine.replace(/[^/]+$/, "missing.md");
    const run = await service.publish(fine, titleless, pictured, missing, "--all-or-nothing");
    expect(run.status).toBe(2);
    expect(run.stderr.split("\n")).toEqual([
      `${titleless}:1: title: This field is required.`,
      `${titleless}:2: tags: Expected a list.`,
      `${pictured}:5: There is no file heron.jpg.`,
      `${missing}:1: There is no such file.`,
      "",
    ]);
    expect(run.stdout).toMatch(/4 files: 3 failed, 1 skipped\n$/);
    expect(counts).toEqual({});
  });

  test("when two files have the same slug", async () => {
    const slug = freshSlug();
    const one = await postFile(slug);
    const other = await service.write(`copy-of-${slug}.md`, `---\ntitle: Copy\nslug: ${slug}\n---\n`);
    const run = await service.publish(one, other);
    expect(run).toMatchObject({
      status: 2,
      stderr: `${one}:1: slug: ${other} has the slug ${slug} too.\n${other}:3: slug: ${one} has the slug ${slug} too.\n`,
    });
  });

  test("to be written, with --all-or-nothing, when a category does not exist", async () => {
    const fine = await postFile(freshSlug());
    const fishy = await postFile(freshSlug(), "Text.", "categories: [birds, fish]");
    const counts = countRequests();
    const run = await service.publish(fine, fishy, "--json", "--all-or-nothing");
    expect(run.status).toBe(2);
    const message = 'categories: There is no "fish"; there are birds, weather.';
    expect(resultsOf(run)).toMatchObject([
      { outcome: "skipped", errors: [] },
      { outcome: "failed", errors: [{ line: 3, message }] },
    ]);
    expect(Object.keys(counts)).toEqual(["GET"]);
  });

  test.each([
    { name: "no file is named", args: [], says: /^FILE.md is missing/ },
    { name: "an option is unknown", args: ["a.md", "--now"], says: /--now/ },
    {
      name: "there is no token",
      args: ["examples/field-notes/posts/2025-01-12-first-ice.md", "--url", "http://[::1]:1"],
      says: /^No token/,
    },
  ])("when $name", async ({ args, says }) => {
    expect(await runPublish(args)).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(says) });
  });
});

describe("what the service refuses", () => {
  test("is said of each file, and the others go on", async () => {
    const taken = freshSlug();
    const holder = await createDraft(world.notes, { slug: taken });
    await publishOne(await postFile(taken));
    await call(updatePost, {
      as: "ada",
      params: { id: holder.id },
      body: { slug: freshSlug(), base_revision_id: (await editorPost(holder.id)).latest_revision_id },
    });
    const files = [await postFile(taken), await postFile(freshSlug())];
    const run = await service.publish(...files, "--json");
    expect(run.status).toBe(1);
    expect(resultsOf(run)).toMatchObject([
      { outcome: "failed", errors: [{ line: 1, message: expect.stringMatching(/^slug: /) }] },
      { outcome: "published", errors: [] },
    ]);
  });

  test("after saving leaves the draft, and says so", async () => {
    const file = await postFile(freshSlug());
    const run = await service.publish(file, "--json", "--token", "bo");
    const message = expect.stringMatching(/^The draft is saved but not public: You do not have permission/);
    expect(run.status).toBe(1);
    expect(resultsOf(run)).toMatchObject([{ outcome: "failed", url: null, errors: [{ line: 1, message }] }]);
    expect(await publishOne(file)).toMatchObject({
      outcome: "published",
      revision: resultsOf(run)[0].revision,
    });
  });

  test.each([
    { name: "an unknown token", token: "nobody", status: 1, says: "Invalid or expired token.\n" },
    { name: "someone without admin access", token: "ed", status: 1, says: /permission/ },
    { name: "someone who may add nowhere", token: "di", status: 2, says: /may not add posts to any blog/ },
  ])("to $name stops the run in one sentence", async ({ token, status, says }) => {
    const run = await service.publish(await postFile(freshSlug()), "--token", token);
    expect(run).toEqual({ status, stdout: "", stderr: expect.stringMatching(says) });
  });

  test("if the service stops during a run, the current file fails and the rest is skipped", async () => {
    const files = [await postFile(freshSlug()), await postFile(freshSlug()), await postFile(freshSlug())];
    const moved = { status: 302, headers: { location: "https://elsewhere.example/" } };
    let created = 0;
    aroundRequests(async (send, method, url) =>
      method === "POST" && url.endsWith("/posts/?report=true") && ++created === 2
        ? new Response(null, moved)
        : send(),
    );
    const run = await service.publish(...files, "--json");
    expect(run.status).toBe(1);
    expect(resultsOf(run)).toMatchObject([
      { outcome: "published" },
      { outcome: "failed", errors: [{ message: expect.stringContaining("redirects to") }] },
      { outcome: "skipped" },
    ]);
  });
});

describe("nothing is lost or doubled", () => {
  test.each([
    { name: "before it sends its last request", carriedOut: false },
    { name: "before it hears the answer to its last request", carriedOut: true },
  ])("when a run is killed at any point, $name, and run again", async ({ carriedOut }) => {
    for (let n = 1, end: "killed" | CommandResult = "killed"; end === "killed"; n++) {
      const [created, changed] = [freshSlug(), freshSlug()];
      const old = await publishOne(await postFile(changed, "Old."));
      const files = [await postFile(created), await postFile(changed, "New.")];
      end = await killedAt(n, carriedOut, () => service.publish(...files));
      expect(await service.publish(...files)).toMatchObject({ status: 0 });
      const posts = [...(await publicPosts(created)), ...(await publicPosts(changed))];
      expect(posts).toHaveLength(2);
      expect(await editorPost(posts[0].id)).toMatchObject({ status: "live", previous_revision_id: null });
      expect(await editorPost(old.id)).toMatchObject({
        status: "live",
        previous_revision_id: old.revision,
        detail: [{ value: "<p>New.</p>" }],
      });
      expect((await service.publish(...files)).stdout).toMatch(/2 files: 2 unchanged\n$/);
    }
  });

  test("when the first answer to every request is lost", async () => {
    const [created, changed] = [freshSlug(), freshSlug()];
    const old = await publishOne(await postFile(changed, "Old."));
    const files = [await postFile(created), await postFile(changed, "New.")];
    const heard = new Set<string>();
    aroundRequests(async (send, method, url) => {
      const response = await send();
      if (heard.has(`${method} ${url}`)) return response;
      heard.add(`${method} ${url}`);
      throw new TypeError("fetch failed", { cause: new Error("other side closed") });
    });
    expect(await service.publish(...files)).toMatchObject({ status: 0 });
    const posts = [...(await publicPosts(created)), ...(await publicPosts(changed))];
    expect(posts).toHaveLength(2);
    expect(await editorPost(posts[0].id)).toMatchObject({ status: "live", previous_revision_id: null });
    expect(await editorPost(old.id)).toMatchObject({ status: "live", previous_revision_id: old.revision });
  });

  test("when several runs publish the same new and changed files at the same time", async () => {
    const [created, changed] = [freshSlug(), freshSlug()];
    const old = await publishOne(await postFile(changed, "Old."));
    const files = [await postFile(created), await postFile(changed, "New.")];
    const runs = await Promise.all(Array.from({ length: 4 }, () => service.publish(...files, "--json")));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const [newest] = await publicPosts(created);
    expect(await editorPost(newest.id)).toMatchObject({ status: "live", previous_revision_id: null });
    expect(await editorPost(old.id)).toMatchObject({ status: "live", previous_revision_id: old.revision });
    const seen = runs.map((run) =>
      resultsOf(run).map(({ id, revision }: Record<string, number>) => [id, revision]),
    );
    expect(new Set(seen.map((result) => JSON.stringify(result))).size).toBe(1);
  });

  test("when somebody edits the post between our look and our write: theirs is kept", async () => {
    const slug = freshSlug();
    const { id, revision } = await publishOne(await postFile(slug, "Old."));
    const file = await postFile(slug, "New.");
    aroundRequests(async (send, method) => {
      const body = { detail_markdown: "Theirs.", base_revision_id: revision };
      if (method === "PATCH") await call(updatePost, { as: "ada", params: { id }, body });
      return send();
    });
    const run = await service.publish(file, "--json");
    const message = "Somebody else changed this post meanwhile; their version is kept.";
    expect(run.status).toBe(1);
    expect(resultsOf(run)).toMatchObject([{ outcome: "conflict", errors: [{ line: 1, message }] }]);
    expect((await editorPost(id)).detail).toEqual([{ type: "paragraph", value: "<p>Theirs.</p>" }]);
  });

  test("when somebody edits the draft before we publish it: theirs is not published", async () => {
    const slug = freshSlug();
    const file = await postFile(slug);
    aroundRequests(async (send, _method, url) => {
      const id = Number(/(\d+)\/publish\/$/.exec(url)?.[1]);
      if (id) {
        const body = { title: "Theirs", base_revision_id: (await editorPost(id)).latest_revision_id };
        await call(updatePost, { as: "ada", params: { id }, body });
      }
      return send();
    });
    expect(await publishOne(file)).toMatchObject({ status: 1, outcome: "conflict" });
    expect(await publicPosts(slug)).toEqual([]);
  });
});
