import { dirname } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests } from "./around-requests.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const wide = ["bold", "italic", "h2", "link", "ol", "ul"];
const narrow = wide.filter((name) => name !== "h2");

/** What formatting the site keeps from now on. */
const keep = (features: readonly string[]) => vi.stubEnv("SITE_RICH_TEXT_FEATURES", JSON.stringify(features));

const isWrite = (method: string, url: string): boolean =>
  method !== "GET" && /\/api\/editor\/(?:posts|episodes)\/(?:\d+\/)?\?/.test(url) && !url.includes("dry_run");

const folderOf = async (name: string, count: number) => {
  let path = "";
  const write = async (index: number, heading = `Part ${index}`) => {
    const text = [
      "---",
      `title: ${name} ${index}`,
      "---",
      "",
      "Intro.",
      "",
      `## ${heading}`,
      "",
      "Text.",
      "",
    ];
    path = await service.write(`${name}/${name}-${index}.md`, text.join("\n"));
  };
  for (let index = 1; index <= count; index++) await write(index);
  const folder = dirname(path);
  const args = [folder, "--parent", "/home/notes"];
  const run = async (command = "publish", ...options: string[]) => {
    const { status, stdout } = await service.run(command, ...args, ...options, "--json");
    const { results, counts } = JSON.parse(stdout);
    const nonzero = Object.fromEntries(Object.entries(counts).filter(([, each]) => each !== 0));
    return { status, results, counts: nonzero };
  };
  const headings = async () => {
    const query = { type: "site.Post", search: name, fields: "_,title,html_detail", limit: 50 };
    const { results } = (await call(listPages, { query })).body;
    return results
      .filter(({ html_detail }: { html_detail: string }) => html_detail.includes("<h2"))
      .map(({ title }: { title: string }) => Number(title.split(" ")[1]))
      .sort((one: number, other: number) => one - other);
  };
  return { folder, args, write, run, headings };
};

const messagesIn = ({ results }: { results: readonly { removed: readonly { message: string }[] }[] }) =>
  results.flatMap(({ removed }) => removed.map(({ message }) => message));

const lost = (heading: string) => `The formatting h2 is not kept: ${heading}`;

test("what settings take that are narrowed during a run is told, and comes back when they are wide again", async () => {
  keep(wide);
  const posts = await folderOf("narrowed", 12);
  let saves = 0;
  aroundRequests((send, method, url) => {
    if (isWrite(method, url) && ++saves === 10) keep(narrow);
    return send();
  });
  const first = await posts.run();
  vi.restoreAllMocks();
  expect(first).toMatchObject({ status: 0, counts: { published: 12 } });
  const kept = await posts.headings();
  const indexes = first.results.map(({ file }: { file: string }) => Number(/-(\d+)\.md$/.exec(file)![1]));
  expect(kept).toEqual(indexes.slice(0, 9).toSorted((one: number, other: number) => one - other));
  expect(messagesIn(first)).toEqual(indexes.slice(9).map((index: number) => lost(`Part ${index}`)));

  keep(wide);
  const planned = await posts.run("plan");
  expect(planned.counts).toEqual({ update: 3, unchanged: 9 });
  expect((await posts.run()).counts).toEqual({ updated: 3, unchanged: 9 });
  expect(await posts.headings()).toHaveLength(12);
  const counts = countRequests();
  expect((await posts.run()).counts).toEqual({ unchanged: 12 });
  expect(counts).toEqual({ GET: 3 });
});

test("the loss of an update is told, and only one post is saved twice because of it", async () => {
  keep(wide);
  const posts = await folderOf("updated", 3);
  await posts.run();
  for (const index of [1, 2, 3]) await posts.write(index, `New ${index}`);
  let writes = 0;
  aroundRequests((send, method, url) => {
    if (isWrite(method, url) && ++writes === 1) keep(narrow);
    return send();
  });
  const run = await posts.run();
  expect(run.counts).toEqual({ updated: 3 });
  expect(messagesIn(run).sort()).toEqual([lost("New 1"), lost("New 2"), lost("New 3")]);
  expect(writes).toBe(4);
  vi.restoreAllMocks();
  expect((await posts.run()).counts).toEqual({ unchanged: 3 });
  keep(wide);
  expect((await posts.run()).counts).toEqual({ updated: 3 });
  expect(await posts.headings()).toEqual([1, 2, 3]);
});

test("what settings take only for a moment is there after the run, and nothing is told", async () => {
  keep(wide);
  const posts = await folderOf("moment", 1);
  let saves = 0;
  aroundRequests((send, method, url) => {
    if (isWrite(method, url) && ++saves === 1) keep(narrow);
    else keep(wide);
    return send();
  });
  const run = await posts.run();
  expect(run).toMatchObject({ counts: { published: 1 }, results: [{ removed: [] }] });
  expect(await posts.headings()).toEqual([1]);
});

/** Narrows the formatting before the first save, whose answer and all later ones are lost. */
const cutOffAfterSave = () => {
  let isCut = false;
  aroundRequests(async (send, method, url) => {
    if (!isCut && !isWrite(method, url)) return send();
    keep(narrow);
    if (!isCut) await send();
    isCut = true;
    return new Response(null, { status: 308, headers: { location: "https://nowhere.example/" } });
  });
};

test("a run that is cut off after such a save, before it sees the loss, is mended by the next one", async () => {
  keep(wide);
  const posts = await folderOf("cut", 1);
  cutOffAfterSave();
  expect((await posts.run()).counts).toEqual({ failed: 1 });
  vi.restoreAllMocks();
  const query = { source: "cut" };
  const pages = async () => (await call(listEditablePages, { as: "ada", query })).body.results;
  const [{ id }] = await pages();
  expect(JSON.stringify((await call(readPost, { as: "ada", params: { id } })).body.detail)).not.toContain(
    "<h2",
  );
  keep(wide);
  expect((await posts.run("plan")).counts).toEqual({ update: 1 });
  await posts.run();
  expect(await posts.headings()).toEqual([1]);
});

test("a page that says less than its digest, as earlier versions have saved, is mended with --force", async () => {
  keep(wide);
  const posts = await folderOf("damaged", 1);
  cutOffAfterSave();
  expect((await posts.run("publish", "--draft")).counts).toEqual({ failed: 1 });
  vi.restoreAllMocks();
  keep(wide);
  expect((await posts.run("publish", "--draft")).counts).toEqual({ unchanged: 1 });
  expect((await posts.run("plan", "--draft", "--force")).counts).toEqual({ update: 1 });
  expect((await posts.run("publish", "--force")).counts).toEqual({ updated: 1 });
  expect(await posts.headings()).toEqual([1]);
  expect((await posts.run("publish", "--force")).counts).toEqual({ unchanged: 1 });
});

test("a plan says what settings would take that were narrowed after it read them", async () => {
  keep(wide);
  const posts = await folderOf("planned", 2);
  aroundRequests((send, _, url) => {
    if (url.includes("dry_run")) keep(narrow);
    return send();
  });
  const plan = await posts.run("plan");
  expect(plan).toMatchObject({ status: 0, counts: { create: 2 } });
  expect(messagesIn(plan).sort()).toEqual([lost("Part 1"), lost("Part 2")]);
});

/** A block for tables, as sites declare one. */
const blocksWith = (name: string) =>
  JSON.stringify({
    sections: { detail: [name] },
    blocks: { [name]: { type: "list", item: { type: "list", item: { type: "text" } } } },
  });

test("the same holds for the blocks of a site: only files that use one are updated, and what they lose is told", async () => {
  vi.stubEnv("SITE_POST_BODY_BLOCKS", blocksWith("table"));
  keep(wide);
  const posts = await folderOf("blocks", 2);
  await service.write(
    "blocks/blocks-2.md",
    "---\ntitle: blocks 2\n---\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
  );
  let saves = 0;
  aroundRequests((send, method, url) => {
    if (isWrite(method, url) && ++saves === 1) vi.stubEnv("SITE_POST_BODY_BLOCKS", blocksWith("other"));
    return send();
  });
  const first = await posts.run();
  vi.restoreAllMocks();
  expect(first.counts).toEqual({ published: 2 });
  expect(messagesIn(first)).toEqual(["The formatting table is not kept: a | b"]);
  expect((await posts.run()).counts).toEqual({ unchanged: 2 });
  vi.stubEnv("SITE_POST_BODY_BLOCKS", blocksWith("table"));
  expect((await posts.run()).counts).toEqual({ updated: 1, unchanged: 1 });
  expect((await posts.run()).counts).toEqual({ unchanged: 2 });
});
