import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { samplePicture } from "../../../test/support/sample-picture.ts";
import { useWorld } from "../../../test/support/world.ts";
import { createReader } from "../../client/src/read.ts";
import { corpusSize, ghostCorpus, hugoCorpus, jekyllCorpus, type MovedPost, writeFiles } from "./corpora.ts";
import { useMediaHost } from "./media-host.ts";
import { expectPlanned } from "./through-plan.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-corpora-"));
  host.files.set("/content/images/one.jpg", await samplePicture());
});
afterAll(() => rm(work, { recursive: true }));

/** Imports, plans and publishes; gives the public pages of the blog by their titles. */
const movedIn = async (kind: string, from: string, ...options: string[]) => {
  const to = join(work, `${kind}-folder`);
  const parent = `/home/${kind}`;
  const imported = await service.run(
    "import",
    kind,
    from,
    "--to",
    to,
    "--parent",
    parent,
    "--json",
    ...options,
  );
  expect(imported).toMatchObject({ status: 0, stderr: "" });
  const report = JSON.parse(imported.stdout);
  const planned = await expectPlanned(service, to, report);
  expect(report.notes.filter((note: { kind: string }) => note.kind === "refused")).toEqual([]);
  const published = await service.publish(to, "--parent", parent, "--json");
  expect(published).toMatchObject({ status: 0 });
  const again = await service.run("plan", to, "--parent", parent, "--json");
  const actions = JSON.parse(again.stdout).results.map(({ action }: { action: string }) => action);
  expect([...new Set(actions)]).toEqual(["unchanged"]);
  const pages = new Map<string, string>();
  const reader = createReader({ url: service.url });
  for await (const page of reader.pages({
    type: "site.Post",
    exact_type: true,
    fields: "_,title,html_url,html_detail",
  }))
    if (new URL(page.meta.html_url).pathname.startsWith(`/${kind}/`)) pages.set(page.title, page.html_detail);
  return { pages, told: imported.stdout + planned };
};

const expectWhole = (
  posts: readonly MovedPost[],
  pages: ReadonlyMap<string, string>,
  told: string,
  translations: readonly string[] = [],
) => {
  const hidden = posts.filter(({ isHidden }) => isHidden).map(({ title }) => title);
  expect(posts).toHaveLength(corpusSize);
  expect(
    hidden.filter((title) => pages.has(title)),
    "hidden posts that are public",
  ).toEqual([]);
  const known = new Set([...posts.map(({ title }) => title), ...translations]);
  expect(
    [...pages.keys()].filter((title) => !known.has(title)),
    "what is no post",
  ).toEqual([]);
  expect(pages.size, "public posts").toBe(corpusSize - hidden.length + translations.length);
  const lost = posts.flatMap(({ title, kept, isHidden }) => {
    const text = `${title} ${pages.get(title) ?? ""}`;
    return isHidden ? [] : kept.filter((word) => !text.includes(word) && !told.includes(word));
  });
  expect(lost, "words that are lost and not told").toEqual([]);
  const all = [...pages.values()].join();
  expect(
    posts.flatMap(({ never }) => never.filter((word) => all.includes(word))),
    "what nobody may read",
  ).toEqual([]);
  // What stands between `raw` and `endraw` is meant to be read.
  expect(all.replace(/\{\{ raw\d+x \}\}/g, "")).not.toMatch(/\{\{|\{%|\{:|kg-card/);
};

test("300 posts of Hugo lose no word that is not told, and none that was hidden is public", async () => {
  const { posts, files } = hugoCorpus(await samplePicture());
  const from = join(work, "hugo");
  await writeFiles(from, files);
  const { pages, told } = await movedIn("hugo", from);
  // A translation is a post of its own, as it is a page of its own in Hugo.
  const translations = posts
    .filter((_, number) => number % 7 === 0)
    .map(({ title }) => `${title} auf Deutsch`);
  expectWhole(posts, pages, told, translations);
});

test("300 posts of Jekyll lose no word that is not told, and none that was hidden is public", async () => {
  const { posts, files } = jekyllCorpus(await samplePicture());
  const from = join(work, "jekyll");
  await writeFiles(from, files);
  const { pages, told } = await movedIn("jekyll", from);
  expectWhole(posts, pages, told);
});

test("300 posts of Ghost lose no word that is not told, and none that was hidden is public", async () => {
  const { posts, text } = ghostCorpus(host.url);
  const from = join(work, "ghost.json");
  await writeFile(from, text);
  const { pages, told } = await movedIn("ghost", from, "--site", host.url, "--allow-private");
  expectWhole(posts, pages, told);
});
