import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { listImages } from "#lib/routes/editor-media.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { countRequests, killedAt } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

afterEach(() => {
  vi.restoreAllMocks();
});

const listImagesOf = async () =>
  (await call(listImages, { as: "ada", query: { details: "true", pageSize: 200 } })).body;

/** Of the newest image, and how many there are. */
const newestImage = async () =>
  (await call(listImages, { as: "ada", query: { details: "true", pageSize: 1 } })).body;

// A run that is killed before a write leaves what one leaves that does not hear its last answer.
test("a post with a picture, killed at each write, before and after it, is completed by the next run", async () => {
  let { count } = await newestImage();
  for (let write = 1, end: "killed" | CommandResult = "killed"; end === "killed"; write++) {
    const [name, shade] = [`killed-${write}`, 100 + write];
    await service.write(`${name}/ice.png`, pixel(shade));
    const text = `---\ntitle: ${name}\ncover: ice.png\n---\n![Ice ${shade}](ice.png)\n`;
    const folder = dirname(await service.write(`${name}/${name}.md`, text));
    const run = () => service.publish(folder, "--parent", "/home/notes", "--json");
    end = await killedAt(write, true, run);
    const { status, stdout } = await run();
    const [{ id }] = JSON.parse(stdout).results;
    expect(status, stdout).toBe(0);
    const images = await newestImage();
    expect(images.count).toBe(++count);
    const [{ id: image, alt_text }] = images.results;
    expect(alt_text).toBe(`Ice ${shade}`);
    expect((await call(readPost, { as: "ada", params: { id } })).body).toMatchObject({
      status: "live",
      cover_image: { id: image },
      detail: [{ type: "image", value: { id: image } }],
    });
  }
});

const posts = 100;
const pictures = 10;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

/** A PNG of one pixel in this shade. */
const pixel = (shade: number): Buffer => {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const pieces = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([0, shade]))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...pieces]);
};

/** Of one part. */
const partsSha256 = (content: Buffer): string => {
  const part = createHash("sha256").update(content).digest();
  return createHash("sha256").update(part).digest("hex");
};

/** Most are drafts, so that the test takes half of the time. */
const isDraft = (index: number): boolean => index % 4 > 0;

/** About as many writes as five posts need. A prime, so that runs end at all kinds of steps. */
const writesUntilKilled = 11;

test("a hundred files with pictures, killed at every fifth post and run again, end as if never killed", async () => {
  const content = Array.from({ length: pictures }, (_, index) => pixel(index));
  for (const [index, png] of content.entries()) await service.write(`marsh/pictures/${index}.png`, png);
  let folder = "";
  for (let index = 0; index < posts; index++) {
    const name = `p${String(index).padStart(3, "0")}`;
    const picture = index % pictures;
    const cover = `cover: pictures/${(index * 7) % pictures}.png`;
    const lines = ["---", `title: ${name}`, cover, `draft: ${isDraft(index)}`, "---", ""];
    const body = [`![Shade ${picture}](pictures/${picture}.png)`, "", `Post ${index}.`];
    folder = dirname(await service.write(join("marsh", `${name}.md`), [...lines, ...body].join("\n")));
  }
  const run = () => service.publish(folder, "--parent", "/home/notes", "--json");
  const { count: before } = await listImagesOf();
  let [kills, end] = [0, await killedAt(writesUntilKilled, true, run)];
  for (; end === "killed"; kills++) end = await killedAt(writesUntilKilled, kills % 2 === 0, run);
  expect(end).toMatchObject({ status: 0, stderr: "" });
  expect(kills).toBeGreaterThan(15);

  const images = await listImagesOf();
  expect(images.count).toBe(before + pictures);
  const idOf = (index: number) => {
    const found = images.results.find(
      (image: { parts_sha256: string }) => image.parts_sha256 === partsSha256(content[index]!),
    );
    expect(found.alt_text).toBe(`Shade ${index}`);
    return found.id;
  };
  const query = { parent: world.notes, source: "marsh", order: "title", pageSize: 200 };
  const { results, count } = (await call(listEditablePages, { as: "ada", query })).body;
  expect(count).toBe(posts);
  for (const [index, page] of results.entries()) {
    expect(page).toMatchObject(isDraft(index) ? { live: false } : { status: "live", has_draft: false });
    if (index % 10 > 0) continue;
    expect((await call(readPost, { as: "ada", params: page })).body).toMatchObject({
      cover_image: { id: idOf((index * 7) % pictures) },
      detail: [
        { type: "image", value: { id: idOf(index % pictures) } },
        { type: "paragraph", value: `<p>Post ${index}.</p>` },
      ],
    });
  }
  const counts = countRequests();
  const { stdout } = await run();
  expect(JSON.parse(stdout).counts).toMatchObject({ unchanged: posts });
  expect(counts).toEqual({ GET: 4 });
});
