import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishPost, readPost, updatePost } from "../../../lib/routes/editor-posts.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { call } from "../../../test/support/call.ts";
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
  const pages = new Map<string, MovedPage>();
  const reader = createReader({ url: service.url });
  for await (const page of reader.pages({
    type: "site.Post",
    exact_type: true,
    fields: "_,id,title,html_url,html_detail,body",
  }))
    if (new URL(page.meta.html_url).pathname.startsWith(`/${kind}/`))
      pages.set(page.title, {
        id: page.id,
        html: page.html_detail,
        blocks: page.body.flatMap(({ value }) => value.map(({ type }) => type)),
      });
  await expectEditsPulled(to, parent, [...pages.values()]);
  const again = await service.run("plan", to, "--parent", parent, "--json");
  const actions = JSON.parse(again.stdout).results.map(({ action }: { action: string }) => action);
  expect([...new Set(actions)]).toEqual(["unchanged"]);
  return { pages, told: imported.stdout + planned };
};

interface MovedPage {
  readonly id: number;
  readonly html: string;
  readonly blocks: readonly string[];
}

const textsIn = async (folder: string): Promise<Record<string, string>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
};

/** Edits a post in thirty in the service, and expects that `pull` changes these words in these files only. */
const expectEditsPulled = async (folder: string, parent: string, pages: readonly MovedPage[]) => {
  const before = await textsIn(folder);
  const begin = /Begin plain\d+x/;
  const edited = pages.filter(({ html }) => begin.test(html)).filter((_, index) => index % 30 === 0);
  let expected = before;
  for (const { id, html } of edited) {
    const [words = ""] = begin.exec(html) ?? [];
    const params = { id: String(id) };
    const { body: post } = await call(readPost, { as: "ada", params });
    const anew = (text: string) => text.replace(words, `${words} anew`);
    const detail = (post.detail as readonly { readonly type: string; readonly value: unknown }[]).map(
      ({ type, value }) => ({
        type,
        value: typeof value === "string" ? anew(value) : value,
      }),
    );
    const body = { detail, base_revision_id: String(post.latest_revision_id) };
    expect(await call(updatePost, { as: "ada", params, body })).toMatchObject({ status: 200 });
    await call(publishPost, { as: "ada", params });
    expected = Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, anew(text)]));
  }
  const pulled = await service.run("pull", folder, "--parent", parent, "--json");
  expect({ status: pulled.status, ...JSON.parse(pulled.stdout).counts }).toMatchObject({
    status: 0,
    pulled: edited.length,
  });
  const after = await textsIn(folder);
  expect(after).toEqual(expected);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed, "files of the posts that were edited").toHaveLength(edited.length);
};

const expectWhole = (
  posts: readonly MovedPost[],
  pages: ReadonlyMap<string, MovedPage>,
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
    const text = `${title} ${pages.get(title)?.html ?? ""}`;
    return isHidden ? [] : kept.filter((word) => !text.includes(word) && !told.includes(word));
  });
  expect(lost, "words that are lost and not told").toEqual([]);
  const unlike = posts.flatMap(({ title, blocks, isHidden }) =>
    isHidden
      ? []
      : blocks.filter((type) => !pages.get(title)?.blocks.includes(type)).map((type) => `${title}: ${type}`),
  );
  expect(unlike, "blocks that are none any more").toEqual([]);
  const all = [...pages.values()].map(({ html }) => html).join();
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
