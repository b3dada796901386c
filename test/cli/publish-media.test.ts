import { mkdir, open, readFile, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { listImages } from "#lib/routes/editor-media.ts";
import { deleteImage, updateImage } from "#lib/routes/editor-media-objects.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

afterEach(() => {
  vi.restoreAllMocks();
});

let made = 0;

/** A picture that no other test has. */
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 8 + ++made, height: 9, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

let folders = 0;

const folderOf = async () => {
  const source = `pictures-${++folders}`;
  const folder = dirname(await service.write(join(source, ".hidden"), ""));
  const write = (name: string, ...body: string[]) =>
    service.write(
      join(source, `${name}.md`),
      ["---", `title: ${name}`, `slug: ${source}-${name.replace("/", "-")}`, ...body].join("\n"),
    );
  const put = (name: string, content: Uint8Array) => service.write(join(source, name), content);
  const run = (...options: string[]) => service.publish(folder, "--parent", "/home/notes", ...options);
  const plan = (...options: string[]) => service.run("plan", folder, "--parent", "/home/notes", ...options);
  return { source, folder, write, put, run, plan };
};

const resultsOf = ({ stdout }: CommandResult) => JSON.parse(stdout).results;

const outcomesOf = (run: CommandResult): string[] =>
  resultsOf(run).map(({ outcome }: { outcome: string }) => outcome);

const faultsOf = (run: CommandResult, folder: string): string[] =>
  resultsOf(run).flatMap(({ file, errors }: { file: string; errors: { line: number; message: string }[] }) =>
    errors.map(({ line, message }) => `${file.replace(`${folder}/`, "")}:${line}: ${message}`),
  );

const editorPost = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

const images = async (): Promise<readonly { id: number; title: string; alt_text: string }[]> =>
  (await call(listImages, { as: "ada", query: { details: "true", pageSize: 200 } })).body.results;

const countImages = async (): Promise<number> =>
  (await call(listImages, { as: "ada", query: { pageSize: 1 } })).body.count;

test("a film that gets no poster is published, and told once", async () => {
  const posts = await folderOf();
  const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1"), await picture()]);
  await posts.put("film.mp4", film);
  await posts.write("a", "---", "Before.", "", '<video src="film.mp4"></video>');
  const run = await posts.run();
  expect(run.status, run.stderr).toBe(0);
  expect(run.stderr).toMatch(/a\.md:\d+: .*film\.mp4: stored without a poster: .*`npm run ffmpeg`/);
  const again = await posts.run();
  expect([again.status, again.stderr]).toEqual([0, ""]);
  expect(again.stdout).toContain("unchanged");
});

describe("pictures in a text", () => {
  test("are uploaded and become blocks: one an image, several a gallery; covers have a text of their own", async () => {
    const posts = await folderOf();
    for (const name of ["heron.png", "sub/ice.png", "thaw.png", "cover.png"])
      await posts.put(name, await picture());
    await posts.write(
      "a",
      "cover: cover.png",
      "cover_alt: A pool",
      "---",
      "Before.",
      "",
      "![A heron](heron.png)",
      "",
      '![](sub/ice.png "Ice") ![Thaw](thaw.png)',
    );
    const run = await posts.run("--json");
    expect(run, run.stdout).toMatchObject({ status: 0, stderr: "" });
    const [{ id, outcome }] = resultsOf(run);
    expect(outcome).toBe("published");
    const post = await editorPost(id);
    const byTitle = new Map((await images()).map((image) => [image.title, image]));
    const idOf = (title: string) => byTitle.get(title)!.id;
    expect(post.cover_image).toEqual({ id: idOf("cover"), alt_text: "A pool" });
    expect(post.detail).toEqual([
      { type: "paragraph", value: "<p>Before.</p>" },
      { type: "image", value: { id: idOf("heron") } },
      { type: "gallery", value: [{ id: idOf("ice"), caption: "Ice" }, { id: idOf("thaw") }] },
    ]);
    expect(byTitle.get("heron")!.alt_text).toBe("A heron");
    expect(byTitle.get("thaw")!.alt_text).toBe("Thaw");
    const counts = countRequests();
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
    expect(counts).toEqual({ GET: 4 });
  });

  test("are stored under the name of what they are, with a warning, where their name says another format", async () => {
    const posts = await folderOf();
    await posts.put("moved.gif", await picture());
    await posts.put(
      "plain.jfif",
      await sharp(await picture())
        .jpeg()
        .toBuffer(),
    );
    await posts.put("cover.jpg", await picture());
    await posts.write("a", "cover: cover.jpg", "---", "![](moved.gif)", "", "![](plain.jfif)");
    const [{ warnings }] = resultsOf(await posts.plan("--json"));
    const told = (warnings as { line: number; message: string }[]).map(
      ({ line, message }) => `${line}: ${message}`,
    );
    const sentence = "The content is of another format than the name says; it is stored as";
    expect(told).toEqual([
      `4: cover.jpg: ${sentence} cover.png.`,
      `6: moved.gif: ${sentence} moved.png.`,
      `8: plain.jfif: ${sentence} plain.jpg.`,
    ]);
    const run = await posts.run("--json");
    const [{ id, outcome }] = resultsOf(run);
    expect({ status: run.status, outcome }).toEqual({ status: 0, outcome: "published" });
    const blocks = (await editorPost(id)).detail as { value: { id: number } }[];
    expect(blocks).toHaveLength(2);
    const strict = await posts.run("--json", "--strict", "--force");
    expect(strict.status).toBe(2);
    expect(faultsOf(strict, posts.folder)).toEqual(told.map((line) => `a.md:${line}`));
  });

  test("are uploaded once: in ten posts, under another name, in another folder, and in a later run", async () => {
    const [posts, others] = [await folderOf(), await folderOf()];
    const heron = await picture();
    await posts.put("heron.png", heron);
    for (let index = 0; index < 10; index++) await posts.write(`p${index}`, "---", "![](heron.png)");
    const before = await countImages();
    await posts.run();
    expect(await countImages()).toBe(before + 1);
    await rename(join(posts.folder, "heron.png"), join(posts.folder, "grey.png"));
    for (let index = 0; index < 10; index++) await posts.write(`p${index}`, "---", "![](grey.png)");
    const counts = countRequests();
    expect(new Set(outcomesOf(await posts.run("--json")))).toEqual(new Set(["unchanged"]));
    expect(counts).toEqual({ GET: 4 });
    await others.put("deep/heron.png", heron);
    await others.write("a", "cover: deep/heron.png", "---", "![](deep/heron.png)");
    await others.run();
    expect(await countImages()).toBe(before + 1);
  });

  test("that change are uploaded anew, and only the posts with them are saved", async () => {
    const posts = await folderOf();
    await posts.put("heron.png", await picture());
    await posts.write("a", "---", "![](heron.png)");
    await posts.write("b", "---", "No picture.");
    const [{ id }] = resultsOf(await posts.run("--json"));
    const [before] = (await editorPost(id)).detail;
    await posts.put("heron.png", await picture());
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated", "unchanged"]);
    const [after] = (await editorPost(id)).detail;
    expect(after.type).toBe("image");
    expect(after.value.id).not.toBe(before.value.id);
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged", "unchanged"]);
  });

  test("that were deleted in the service are uploaded anew, in posts whose files have not changed", async () => {
    const posts = await folderOf();
    await posts.put("heron.png", await picture());
    await posts.put("cover.png", await picture());
    await posts.write("a", "cover: cover.png", "---", "![](heron.png)");
    const [{ id }] = resultsOf(await posts.run("--json"));
    const post = await editorPost(id);
    for (const image of [post.cover_image.id, post.detail[0].value.id])
      await call(deleteImage, { as: "ada", params: { id: image }, query: { force: "true" } });
    expect((await editorPost(id)).detail[0].type).toBe("unsupported");
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated"]);
    const repaired = await editorPost(id);
    expect(repaired.detail).toEqual([{ type: "image", value: { id: expect.any(Number) } }]);
    expect(repaired.cover_image).toEqual({ id: expect.any(Number), alt_text: "" });
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
  });

  test("whose content was exchanged in the service are uploaded anew", async () => {
    const posts = await folderOf();
    await posts.put("heron.png", await picture());
    await posts.write("a", "---", "![](heron.png)");
    const [{ id }] = resultsOf(await posts.run("--json"));
    const [before] = (await editorPost(id)).detail;
    await putMedia("image", before.value.id, (image) => ({
      ...image!,
      file: { ...image!.file, partsSha256: "0".repeat(64) },
    }));
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated"]);
    const [after] = (await editorPost(id)).detail;
    expect(after.value.id).not.toBe(before.value.id);
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
  });

  test("may stand in blocks of the editor API, beside recordings, and in galleries of one picture", async () => {
    const posts = await folderOf();
    await posts.put("heron.png", await picture());
    await posts.put(
      "talk.mp3",
      await readFile(join(root, "examples/field-notes/media/a-bittern-three-times.mp3")),
    );
    const blocks = [
      "- {type: audio, value: {file: talk.mp3}}",
      "- {type: gallery, value: [{file: heron.png, alt_text: Grey, caption: At dawn}]}",
    ];
    await posts.write("a", "---", "```lectern", ...blocks, "- {type: image, value: {file: gone.png}}", "```");
    expect(faultsOf(await posts.run("--json"), posts.folder)).toEqual(["a.md:8: There is no file gone.png."]);
    await posts.write("a", "---", "```lectern", ...blocks, "```", "<!--more-->", "![](heron.png)");
    const planned = await posts.plan("--json");
    expect(resultsOf(planned), planned.stderr).toMatchObject([
      { action: "create", uploads: [{ kind: "audio" }, { kind: "image" }] },
    ]);
    const [{ id }] = resultsOf(await posts.run("--json"));
    const { overview, detail } = await editorPost(id);
    const { id: image, alt_text } = (await images())[0]!;
    expect(alt_text).toBe("Grey");
    expect(overview).toEqual([
      { type: "audio", value: { id: expect.any(Number) } },
      { type: "gallery", value: [{ id: image, caption: "At dawn" }] },
    ]);
    expect(detail).toEqual([{ type: "image", value: { id: image } }]);
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged"]);
  });

  test("have one description, that of the first post; another one is told, and a caption is kept", async () => {
    const posts = await folderOf();
    await posts.put("heron.png", await picture());
    await posts.write("a", "---", "![A heron](heron.png)");
    await posts.write("b", "---", "", '![Grey](heron.png "At dawn")');
    const run = await posts.run();
    expect(run.status).toBe(0);
    expect(run.stderr.replaceAll(`${posts.folder}/`, "").split("\n").sort()).toEqual([
      "",
      'b.md:6: The description is not kept: an image has one, and a.md:5 says "A heron".',
    ]);
    expect(await posts.run("--strict", "--json")).toMatchObject({ status: 2 });
    const counts = countRequests();
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged", "unchanged"]);
    expect(counts).toEqual({ GET: 4 });
    await rm(join(posts.folder, "a.md"));
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated"]);
    expect((await images())[0]!.alt_text).toBe("Grey");
    await posts.write("c", "---", "![Another](heron.png)");
    expect(resultsOf(await posts.plan("--json"))[1]).toMatchObject({ action: "create", changes: [] });
    await rm(join(posts.folder, "b.md"));
    expect(resultsOf(await posts.plan("--json"))).toMatchObject([
      { action: "create", changes: [{ from: "Grey", to: "Another" }] },
    ]);
    await rm(join(posts.folder, "c.md"));
    await posts.write("a", "---", "![A grey heron](heron.png)");
    await posts.write("b", "---", "![A grey heron](heron.png)");
    expect(outcomesOf(await posts.run("--json"))).toEqual(["updated", "updated"]);
    const [image] = await images();
    expect(image!.alt_text).toBe("A grey heron");
    await call(updateImage, { as: "ada", params: { id: image!.id }, body: { alt_text: "Mine" } });
    expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged", "unchanged"]);
  });
});

test("a cover that the file no longer names is taken off, and one that somebody has chosen is kept", async () => {
  const posts = await folderOf();
  await posts.put("heron.png", await picture());
  await posts.write("a", "cover: heron.png", "cover_alt: A heron", "---", "Text.");
  await posts.write("b", "---", "Text.");
  const [{ id }, { id: other }] = resultsOf(await posts.run("--json"));
  const { cover_image } = await editorPost(id);
  const body = { cover_image, base_revision_id: (await editorPost(other)).latest_revision_id };
  await call(updatePost, { as: "su", params: { id: other }, body });
  await posts.write("a", "---", "Text.");
  await posts.write("b", "---", "More text.");
  expect(resultsOf(await posts.plan("--json"))[0].changes).toEqual([
    { field: "cover", from: cover_image, to: null },
  ]);
  expect(outcomesOf(await posts.run("--json"))).toEqual(["updated", "updated"]);
  expect((await editorPost(id)).cover_image).toBeNull();
  expect((await editorPost(other)).cover_image).toEqual(cover_image);
  expect(outcomesOf(await posts.run("--json"))).toEqual(["unchanged", "unchanged"]);
});

test("a file that is named by itself has pictures too, and tells the service what is new of them", async () => {
  const posts = await folderOf();
  await posts.put("heron.png", await picture());
  const path = await posts.write("a", "---", "![A heron](heron.png)");
  const run = () => service.publish(path, "--parent", "/home/notes", "--json");
  expect(outcomesOf(await run())).toEqual(["published"]);
  expect(outcomesOf(await run())).toEqual(["unchanged"]);
  await posts.write("a", "---", "![A grey heron](heron.png)");
  expect(outcomesOf(await run())).toEqual(["updated"]);
  expect((await images())[0]!.alt_text).toBe("A grey heron");
  expect(outcomesOf(await run())).toEqual(["unchanged"]);
});

describe("a plan", () => {
  test("names what would be uploaded, with sizes, uploads nothing, and is pinned to the files' content", async () => {
    const posts = await folderOf();
    const heron = await picture();
    await posts.put("heron.png", heron);
    await posts.write("a", "cover: heron.png", "---", "![A heron](heron.png)", "", "Text.");
    await posts.write("b", "---", "![](heron.png)");
    const [before, out] = [await countImages(), join(posts.folder, "plan.json")];
    const planned = await posts.plan("--json", "--out", out);
    expect(planned).toMatchObject({ status: 0, stderr: "" });
    const upload = { file: join(posts.folder, "heron.png"), kind: "image", bytes: heron.length };
    expect(resultsOf(planned)).toMatchObject([
      { action: "create", uploads: [upload] },
      { action: "create", uploads: [upload] },
    ]);
    expect((await posts.plan()).stdout).toContain("To be uploaded: 1 file, ");
    expect(await countImages()).toBe(before);
    await posts.put("heron.png", await picture());
    const refused = await posts.run("--plan", out);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("Not as planned any more") });
    expect(await countImages()).toBe(before);
    await posts.put("heron.png", heron);
    expect(outcomesOf(await posts.run("--plan", out, "--json"))).toEqual(["published", "published"]);
    await posts.write("a", "cover: heron.png", "---", "![The heron](heron.png)", "", "Text.");
    expect(resultsOf(await posts.plan("--json"))).toMatchObject([
      {
        action: "update",
        uploads: [],
        changes: [{ field: `description of ${upload.file}`, from: "A heron", to: "The heron" }],
      },
      { action: "unchanged" },
    ]);
  });
});

describe("hostile folders", () => {
  test("are refused with file and line, all faults at once, before anything is asked or sent", async () => {
    const posts = await folderOf();
    const elsewhere = await service.write("elsewhere/secret.png", await picture());
    await posts.put("there.png", await picture());
    await posts.put("text.png", Buffer.from("No picture at all."));
    await posts.put("tiff.jpg", Buffer.from("II*\0 and more of it"));
    await posts.put("empty.png", Buffer.alloc(0));
    await posts.put("bell\u0007.png", await picture());
    await symlink(elsewhere, join(posts.folder, "link.png"));
    await symlink(dirname(elsewhere), join(posts.folder, "links"));
    await symlink("/dev/zero", join(posts.folder, "zero.png"));
    await mkdir(join(posts.folder, "folder.png"));
    const names = [
      "gone.png",
      "link.png",
      "links/secret.png",
      "../elsewhere/secret.png",
      "text.png",
      "tiff.jpg",
    ];
    names.push("empty.png", "folder.png", "zero.png", "a.md", "there.png/x.png", "/etc/hostname.png");
    const paragraphs = names.flatMap((name) => [`![](${name})`, ""]);
    await posts.write("a", "---", ...paragraphs, "![](https://x.example/a.png)");
    await posts.write("b", "cover: gone.png", "cover_alt: Gone", "---", "");
    await posts.write("c", 'cover: "bell\\u0007.png"', "---", "");
    const counts = countRequests();
    const run = await posts.run("--json");
    expect(counts).toEqual({});
    expect(run.status).toBe(2);
    expect(faultsOf(run, posts.folder)).toEqual([
      "links:1: The link leads out of the folder.",
      "a.md:5: There is no file gone.png.",
      "a.md:7: link.png leads out of the folder.",
      "a.md:9: links/secret.png leads out of the folder.",
      "a.md:11: ../elsewhere/secret.png leads out of the folder.",
      "a.md:13: text.png: This is no image that the service takes.",
      "a.md:15: tiff.jpg: The image is TIFF, which the service does not take; convert it to JPEG, PNG or WebP.",
      "a.md:17: empty.png is empty.",
      "a.md:19: folder.png is no ordinary file.",
      "a.md:21: zero.png leads out of the folder.",
      "a.md:23: a.md has no extension of an image.",
      "a.md:25: There is no file there.png/x.png.",
      "a.md:27: /etc/hostname.png begins at the root; name the file by its path from this one.",
      "a.md:29: A file beside the text is required, not https://x.example/a.png.",
      "b.md:4: cover: There is no file gone.png.",
      "c.md:4: cover: bell\\u0007.png has characters that cannot be printed; rename the file.",
    ]);
  });

  test("a picture that is too large is refused by its size, and not read", async () => {
    const posts = await folderOf();
    const path = await posts.put("huge.png", await picture());
    const handle = await open(path, "r+");
    await handle.truncate(1_000_000_000);
    await handle.close();
    await posts.write("a", "---", "", "![](huge.png)");
    const counts = countRequests();
    const run = await posts.run("--json");
    expect(faultsOf(run, posts.folder)).toEqual([
      `a.md:6: ${path} has 1000000000 bytes; the service takes images of up to 10485760.`,
    ]);
    expect(counts).toEqual({ GET: 3 });
    await rm(path);
  });

  test("a picture that the service refuses fails its post, at its line, and the others are published", async () => {
    const posts = await folderOf();
    await posts.put("torn.png", (await picture()).subarray(0, 40));
    await posts.write("a", "---", "", "![](torn.png)");
    await posts.write("b", "---", "Text.");
    const run = await posts.run("--json");
    expect(run.status).toBe(1);
    expect(outcomesOf(run)).toEqual(["failed", "published"]);
    expect(faultsOf(run, posts.folder)).toEqual([expect.stringMatching(/^a\.md:6: .*torn\.png: /)]);
  });
});

describe("two pipelines on one folder", () => {
  test("upload each picture once, make each post once, and end in one state", async () => {
    const posts = await folderOf();
    for (let index = 0; index < 6; index++) {
      await posts.put(`${index}.png`, await picture());
      await posts.write(`p${index}`, "---", `![Picture ${index}](${index}.png)`);
    }
    const before = await countImages();
    const runs = await Promise.all([posts.run("--json"), posts.run("--json")]);
    expect(await countImages()).toBe(before + 6);
    for (const run of runs)
      for (const { outcome } of resultsOf(run))
        expect(["published", "updated", "unchanged", "conflict"]).toContain(outcome);
    const last = await posts.run("--json");
    expect(last.status).toBe(0);
    const counts = countRequests();
    expect(new Set(outcomesOf(await posts.run("--json")))).toEqual(new Set(["unchanged"]));
    expect(counts).toEqual({ GET: 4 });
    expect(await countImages()).toBe(before + 6);
  });
});

test("a collection is the one that is named, else the first that the token may use", async () => {
  const posts = await folderOf();
  await posts.put("heron.png", await picture());
  await posts.write("a", "---", "![](heron.png)");
  expect(await posts.run("--collection", "Root/Nowhere")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("You may not put the image into a collection Root/Nowhere"),
  });
  await posts.run("--collection", "Root/Shows");
  const [image] = (await call(listImages, { as: "ada", query: { pageSize: 1 } })).body.results;
  expect(image.collection.name).toBe("Shows");
});

test("requests are bounded: the folder's files are looked up 100 at a time", async () => {
  const posts = await folderOf();
  for (let index = 0; index < 3; index++) {
    await posts.put(`${index}.png`, await picture());
    await posts.write(`p${index}`, "---", `![](${index}.png)`);
  }
  const lists: string[] = [];
  aroundRequests((send, method, url) => {
    if (method === "GET" && url.includes("parts_sha256")) lists.push(url);
    return send();
  });
  await posts.plan();
  expect(lists).toHaveLength(1);
});
