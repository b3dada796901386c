import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { updateImage } from "#lib/routes/editor-media-objects.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "../publish-service.ts";

useWorld();
const service = usePublishing();

const pictures = { "ice.jpg": "first-ice.jpg", "heron.jpg": "heron-at-dawn.jpg", "reeds.jpg": "calls.jpg" };
const picture = (name: keyof typeof pictures) =>
  readFile(join(root, "examples/field-notes/media", pictures[name]));

interface Block {
  readonly type: string;
  readonly value: unknown;
}

/** A folder with a post in `sub/`, whose pictures lie beside the folder `sub`. */
const published = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
  let folder = "";
  for (const [file, content] of Object.entries(files)) {
    const path = await service.write(join(name, file), content);
    folder = path.slice(0, path.length - file.length - 1);
  }
  const run = async (command: string, ...options: string[]) => {
    const { status, stdout, stderr } = await service.run(
      command,
      ...[folder, "--parent", "/home/notes", "--json", ...options],
    );
    const { results, counts } = JSON.parse(stdout);
    const nonzero = Object.fromEntries(Object.entries(counts).filter(([, each]) => each !== 0));
    return { status, stderr, results, counts: nonzero };
  };
  const made = await run("publish");
  expect([made.status, made.stderr]).toEqual([0, ""]);
  return { folder, run, idOf: (file: string) => idIn(made.results, file) };
};

const idIn = (results: readonly { readonly file: string; readonly id: number }[], file: string): number =>
  results.find((each) => each.file.endsWith(file))!.id;

const pageOf = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

const edited = async (id: number, fields: object) => {
  const { latest_revision_id } = await pageOf(id);
  const body = { ...fields, base_revision_id: String(latest_revision_id) };
  const saved = await call(updatePost, { as: "su", params: { id }, body });
  expect(saved.status).toBe(200);
  await call(publishPost, { as: "su", params: { id } });
};

const text = (...lines: string[]) => `---\ntitle: Pools\n---\n\n${lines.join("\n")}\n`;

test("pictures that an editor has added are fetched, unless the folder has them under a name of its own", async () => {
  const own = text("![A *wide* &amp; _deep_ pool](../ice.jpg)", "", "Words.");
  const folder = await published("media-added", {
    "ice.jpg": await picture("ice.jpg"),
    "heron.jpg": await picture("heron.jpg"),
    "sub/media-pools.md": own,
    "other.md": "---\ntitle: Heron\nslug: media-heron\n---\n\n![](heron.jpg)\n\n![](reeds.jpg)\n",
    "reeds.jpg": await picture("reeds.jpg"),
  });
  const id = folder.idOf("media-pools.md");
  const other = await pageOf(folder.idOf("other.md"));
  const [heron, reeds] = other.detail.map(({ value }: Block) => (value as { id: number }).id);
  const { detail } = await pageOf(id);
  // As if the folder had never had this picture.
  await writeFile(
    join(folder.folder, "other.md"),
    "---\ntitle: Heron\nslug: media-heron\n---\n\n![](heron.jpg)\n",
  );
  await folder.run("publish");
  await edited(id, {
    cover_image: { id: reeds, alt_text: "Reeds" },
    detail: [...detail, { type: "gallery", value: [{ id: heron, caption: "One" }, { id: reeds }] }],
  });
  expect((await folder.run("pull", "--dry-run")).counts).toEqual({ pulled: 1, unchanged: 1 });
  expect(await readdir(folder.folder)).not.toContain("media");
  expect((await folder.run("pull")).counts).toEqual({ pulled: 1, unchanged: 1 });
  const file = await readFile(join(folder.folder, "sub/media-pools.md"), "utf8");
  const fetched = /\.\.\/(media\/\d+-[\w.-]+\.jpg)/.exec(file)?.[1] ?? "";
  expect(file).toBe(
    own
      .replace("title: Pools\n", `title: Pools\ncover: ../${fetched}\ncover_alt: Reeds\n`)
      .replace("Words.\n", `Words.\n\n![](../heron.jpg "One")\n![](../${fetched})\n`),
  );
  expect((await readFile(join(folder.folder, fetched))).equals(await picture("reeds.jpg"))).toBe(true);
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 2 });
  expect((await folder.run("pull")).counts).toEqual({ unchanged: 2 });
});

test("a picture in the folder is never overwritten by one that is fetched", async () => {
  const folder = await published("media-kept", {
    "kept.md": text("Words.").replace("Pools", "Kept"),
    "two.md": "---\ntitle: Two\nslug: media-two\n---\n\n![](gone.jpg)\n",
    "gone.jpg": await picture("reeds.jpg"),
  });
  const { detail } = await pageOf(folder.idOf("two.md"));
  await writeFile(join(folder.folder, "two.md"), "---\ntitle: Two\nslug: media-two\n---\n");
  const id = folder.idOf("kept.md");
  await edited(id, { detail });
  const dry = await folder.run("pull", "--dry-run");
  const [, name = ""] =
    /!\[\]\((media\/[^)]*)\)/.exec(dry.results.map(({ diff }: { diff: string }) => diff).join()) ?? [];
  await service.write(join("media-kept", name), "something else");
  const pulled = await folder.run("pull");
  expect(pulled.counts).toMatchObject({ pulled: 1 });
  expect(await readFile(join(folder.folder, name), "utf8")).toBe("something else");
  const other = name.replace(".jpg", "-2.jpg");
  expect((await readFile(join(folder.folder, other))).equals(await picture("reeds.jpg"))).toBe(true);
  expect(await readFile(join(folder.folder, "kept.md"), "utf8")).toContain(`![](${other})`);
  expect(dirname(other)).toBe("media");
});

test("a description that has changed with an edit comes into the file, at each of its places", async () => {
  const own = text("![A pool](alt.jpg)", "", "Words.", "", "![A pool](alt.jpg)").replace(
    "Pools",
    "Described",
  );
  const folder = await published("media-alt", { "alt.jpg": await picture("ice.jpg"), "described.md": own });
  const id = folder.idOf("described.md");
  const { detail } = await pageOf(id);
  const [{ value }] = detail as unknown as [{ value: { id: number } }];
  await call(updateImage, { as: "ada", params: { id: value.id }, body: { alt_text: "A frozen pool" } });
  await edited(id, { detail, title: "Frozen" });
  expect((await folder.run("pull")).counts).toEqual({ pulled: 1 });
  expect(await readFile(join(folder.folder, "described.md"), "utf8")).toBe(
    own.replace("Described", "Frozen").replaceAll("A pool", "A frozen pool"),
  );
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 1 });
});

test("links to other files of the folder stay links to files", async () => {
  const own = text("See [the other](./linked.md) and", "[here](linked.md#part).").replace("Pools", "Linking");
  const folder = await published("media-links", {
    "linking.md": own,
    "linked.md": "---\ntitle: Linked\n---\n\n## Part\n",
  });
  const id = folder.idOf("linking.md");
  const { detail } = await pageOf(id);
  const changed = detail.map(({ type, value }: Block) => ({
    type,
    value: String(value).replace("See", "Look at"),
  }));
  await edited(id, { detail: changed });
  expect((await folder.run("pull")).counts).toMatchObject({ pulled: 1 });
  expect(await readFile(join(folder.folder, "linking.md"), "utf8")).toBe(own.replace("See", "Look at"));
});

test("a description on two lines leaves the rest of the file as it is", async () => {
  const own = text("* Words.", "", "![A wide", "pool](../ice.jpg)", "", "<kbd>Ctrl</kbd> and *more*.");
  const { folder, run, idOf } = await published("wrapped", {
    "sub/pools.md": own,
    "ice.jpg": await picture("ice.jpg"),
  });
  const id = idOf("pools.md");
  const { detail } = await pageOf(id);
  const anew = ({ type, value }: Block): Block => ({
    type,
    value: typeof value === "string" ? value.replace("Words", "New words") : value,
  });
  await edited(id, { detail: detail.map(anew) });
  expect((await run("pull")).counts).toEqual({ pulled: 1 });
  expect(await readFile(join(folder, "sub/pools.md"), "utf8")).toBe(own.replace("Words", "New words"));
});
