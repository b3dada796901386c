/** Embeds of published folders: settings, export and pull (docs/publishing.md). */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isObject } from "#lib/blocks/is-object.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

const enable = (ready_blocks: readonly string[], embed_hosts: readonly string[] = []) =>
  applyManifest({
    version: 1,
    site: { name: "Test site", base_url: "https://notes.example", ready_blocks, embed_hosts },
  });

const video = "https://youtu.be/aB3_-dEfGh1";
const film = "https://vimeo.com/76979871";

const heron = sharp({ create: { width: 16, height: 16, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

/** A folder with a text and a picture beside it. */
const folderOf = async (name: string, lines: readonly string[], other = "Mud.") => {
  const write = (text: readonly string[]) =>
    service.write(`${name}/${name}.md`, ["---", `title: ${name}`, "---", "", ...text, ""].join("\n"));
  const path = await write(lines);
  await service.write(`${name}/${name}-other.md`, `---\ntitle: Other ${name}\n---\n\n${other}\n`);
  await service.write(`${name}/heron.png`, await heron);
  const run = async (command = "publish", ...options: string[]) => {
    const args = [dirname(path), "--parent", "/home/notes", "--json", ...options];
    const { status, stdout, stderr } = await service.run(command, ...args);
    const { counts, results } = JSON.parse(stdout);
    const said = Object.fromEntries(Object.entries(counts).filter(([, each]) => each !== 0));
    const notes = (kind: "removed" | "errors") =>
      results.flatMap((each: Record<string, readonly { message: string }[]>) =>
        (each[kind] ?? []).map(({ message }) => message),
      );
    return { status, stderr, counts: said, removed: notes("removed"), errors: notes("errors") };
  };
  const page = async () => {
    const { results } = (await call(listEditablePages, { as: "ada", query: { source: name } })).body;
    const { id } = results.find(
      (each: { source: { path: string } | null }) => each.source?.path === `${name}.md`,
    );
    return (await call(readPost, { as: "ada", params: { id } })).body;
  };
  const blocks = async () =>
    (await page()).detail.map(({ type, value }: AuthorBlock) => {
      if (type !== "external_embed" || !isObject(value)) return { type, value };
      const { url, title, image } = value;
      return { url, title, image };
    });
  const read = () => readFile(path, "utf8");
  return { write, run, page, blocks, read };
};

const text = [...["Before.", "", video, "", `[![A heron](heron.png)](${film} "Dawn")`, ""], ...["After."]];

test("files with addresses are updated when embeds are enabled, and when their hosts change; then unchanged", async () => {
  await enable([]);
  const folder = await folderOf("enabled", text);
  expect(await folder.run()).toMatchObject({
    counts: { published: 2 },
    removed: [`The target of a link is not kept: ${film}`],
  });
  expect(await folder.blocks()).toMatchObject([
    ...[{ type: "paragraph" }, { type: "image" }, { type: "paragraph" }],
  ]);
  expect((await folder.run()).counts).toEqual({ unchanged: 2 });

  await enable(["external_embed"]);
  expect((await folder.run("plan")).counts).toEqual({ update: 1, unchanged: 1 });
  expect(await folder.run()).toMatchObject({ counts: { updated: 1, unchanged: 1 }, removed: [] });
  const image = expect.any(Number);
  const after = { type: "paragraph", value: "<p>After.</p>" };
  expect(await folder.blocks()).toEqual([
    { type: "paragraph", value: "<p>Before.</p>" },
    { url: video, title: "", image: null },
    { url: film, title: "Dawn", image },
    after,
  ]);
  expect((await folder.run()).counts).toEqual({ unchanged: 2 });
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 2 });

  await enable(["external_embed"], ["vimeo.com"]);
  expect((await folder.run()).counts).toEqual({ updated: 1, unchanged: 1 });
  expect(await folder.blocks()).toMatchObject([
    { type: "paragraph", value: expect.stringContaining(video) },
    { url: film },
    after,
  ]);
  expect((await folder.run()).counts).toEqual({ unchanged: 2 });
});

test("an embed in a block of Lectern of a host that the site does not take is a fault of the plan", async () => {
  await enable(["external_embed"], ["vimeo.com"]);
  const folder = await folderOf("faults", [
    ...["```lectern", "type: external_embed", `value: {url: "${video}"}`, "```"],
  ]);
  expect((await folder.run("plan")).errors).toEqual([
    expect.stringContaining("The site embeds nothing of youtu.be."),
  ]);
});

test("exported embeds stand in Markdown's words, and change nothing when they are published again", async () => {
  await enable(["external_embed"]);
  const folder = await folderOf("exported", [...text, "", `![Ice \\[2\\]](${film})`], `[${video}](${video})`);
  expect((await folder.run()).counts).toEqual({ published: 2 });
  const site = await mkdtemp(join(tmpdir(), "lectern-embeds-"));
  expect((await service.run("export", "--all", "--to", site)).status).toBe(0);
  const files = await readdir(site, { recursive: true });
  const textOf = async (end: string) =>
    (await readFile(join(site, files.find((file) => file.endsWith(end))!), "utf8")).split("---\n\n")[1];
  const own = await textOf("exported.md");
  expect(own).toMatch(
    new RegExp(
      `^Before\\.\n\n${video}\n\n\\[!\\[A heron\\]\\(\\S+\\.png\\)\\]\\(${film} "Dawn"\\)\n\nAfter\\.\n\n!\\[Ice`,
    ),
  );
  expect(await textOf("exported-other.md")).toBe(`[${video.replace("_", "\\_")}](${video})\n`);
  const path = join(site, dirname(files.find((file) => file.endsWith("exported.md"))!));
  const to = ["--parent", "/home/notes", "--source", "exported", "--json"];
  const again = await service.run("plan", path, ...to);
  expect(JSON.parse(again.stdout).counts).toMatchObject({ unchanged: 2 });
  await rm(site, { recursive: true });
});

test("what an editor has changed of an embed comes into the file in Markdown's words", async () => {
  await enable(["external_embed"]);
  const folder = await folderOf("pulled", text);
  await folder.run();
  const { id, latest_revision_id, detail } = await folder.page();
  const changed = detail.map((block: AuthorBlock) => {
    if (block.value === "<p>After.</p>")
      return { ...block, value: `<p>After.</p><p><a href="${film}">${film}</a></p>` };
    if (block.type !== "external_embed" || !isObject(block.value)) return block;
    return { ...block, value: { ...block.value, title: `About ${block.value.title}` } };
  });
  const body = { base_revision_id: String(latest_revision_id), detail: changed };
  await call(updatePost, { as: "su", params: { id }, body });
  await call(publishPost, { as: "su", params: { id } });
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1, unchanged: 1 } });
  expect((await folder.read()).split("---\n\n")[1]).toBe(
    [
      ...["Before.", "", `![About](${video})`, "", `[![A heron](heron.png)](${film} "About Dawn")`, ""],
      ...["After.", "", `[${film}](${film})`, ""],
    ].join("\n"),
  );
  expect((await folder.run()).counts).toEqual({ unchanged: 2 });
});
