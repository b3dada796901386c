// Proves contract rules: focal-point, media-changes.

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Image } from "#lib/media/media.ts";
import { listImages } from "#lib/routes/editor-media.ts";
import { readEditorImage, updateImage } from "#lib/routes/editor-media-objects.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readMedia } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { visit } from "#test/support/site-pages.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const set = (id: number, focal_point: unknown) =>
  call(updateImage, { as: "ada", params: { id }, body: { focal_point } });

/** An image that PATCH has given this focal point. */
const imageAt = async (x: number, y: number, given: Partial<Image> = {}): Promise<number> => {
  const { id } = await makeImage(given);
  expect((await set(id, { x, y })).status).toBe(200);
  return id;
};

test("an image takes a focal point to the thousandth, shows it with its details, and null takes it away", async () => {
  const { id } = await makeImage({ title: "Pointed" });
  const before = await readMedia("image", id);
  const read = () => call(readEditorImage, { as: "ada", params: { id } });
  expect((await read()).body.focal_point).toBeNull();
  expect((await set(id, { x: 0.12345, y: 1, z: 7 })).body.focal_point).toEqual({ x: 0.123, y: 1 });
  expect((await read()).body.focal_point).toEqual({ x: 0.123, y: 1 });
  const { results } = (await call(listImages, { as: "ada", query: "q=pointed&details=true" })).body;
  expect(results).toMatchObject([{ focal_point: { x: 0.123, y: 1 } }]);
  const [short] = (await call(listImages, { as: "ada", query: "q=pointed" })).body.results;
  expect(short).not.toHaveProperty("focal_point");
  expect((await costOf(() => set(id, { x: 0.1234, y: 1 }))).writeUnits).toBe(0);
  await call(updateImage, { as: "ada", params: { id }, body: { title: "Pointed still" } });
  expect((await read()).body.focal_point).toEqual({ x: 0.123, y: 1 });
  expect((await set(id, { x: " .5", y: "1.000" })).body.focal_point).toEqual({ x: 0.5, y: 1 });
  await set(id, { x: -0, y: 0.0004 });
  expect((await readMedia("image", id))?.focalPoint).toEqual({ x: 0, y: 0 });
  expect((await set(id, null)).body.focal_point).toBeNull();
  const after = await readMedia("image", id);
  expect(Object.keys(after ?? {}).sort()).toEqual(Object.keys(before ?? {}).sort());
});

test.each<[string, unknown, readonly string[]]>([
  ["text", "left", ["focal_point/invalid"]],
  ["a list", [0.1, 0.2], ["focal_point/invalid"]],
  ["nothing in it", {}, ["focal_point.x/required", "focal_point.y/required"]],
  ["beyond the edges", { x: -0.001, y: 1.001 }, ["focal_point.x/min_value", "focal_point.y/max_value"]],
  ["percentages", { x: 30, y: "70%" }, ["focal_point.x/max_value", "focal_point.y/invalid"]],
  ["null, and a truth", { x: null, y: true }, ["focal_point.x/null", "focal_point.y/invalid"]],
])("%s is no focal point, which is said with all other problems, and nothing is changed", async (...row) => {
  const [, focal_point, problems] = row;
  const { id } = await makeImage({ title: "Kept" });
  const body = { focal_point, title: "", tags: "a" };
  const refused = await call(updateImage, { as: "ada", params: { id }, body });
  const codes = Object.entries<{ code: string }[]>(refused.body.errors).map(
    ([path, [first]]) => `${path}/${first?.code}`,
  );
  expect([refused.status, codes.sort()]).toEqual([
    400,
    [...problems, "tags/not_a_list", "title/blank"].sort(),
  ]);
  expect(await readMedia("image", id)).toMatchObject({ title: "Kept", version: 1 });
});

test("posts show it to programs where an image has one, and their digests change with it", async () => {
  const [cover, other] = [(await makeImage()).id, (await makeImage()).id];
  const post = await createLivePost(world.notes, {
    cover_image: { id: cover },
    detail: [{ type: "image", value: { id: other } }],
  });
  const read = async () => {
    const query = { fields: "_,cover,media,digest" };
    return (await call(readLivePage, { params: { id: post.id }, query })).body;
  };
  const before = await read();
  for (const image of [before.cover, ...before.media]) expect(image).not.toHaveProperty("focal_point");
  await set(cover, { x: 0.25, y: 0.75 });
  const after = await read();
  expect(after.cover.focal_point).toEqual({ x: 0.25, y: 0.75 });
  expect(after.media.map((image: object) => "focal_point" in image)).toEqual([true, false]);
  expect(after.digest).not.toBe(before.digest);
  await set(cover, { x: 0.25, y: 0.7 });
  expect((await read()).digest).not.toBe(after.digest);
  await set(cover, null);
  expect(await read()).toEqual(before);
  const query = { fields: "*,cover", child_of: String(world.notes), type: "site.Post" };
  expect((await call(listPages, { query })).body.results[0].cover_image ?? {}).not.toHaveProperty(
    "focal_point",
  );
});

/** The styles of a page that its content policy allows, and those that it does not. */
const stylesOf = ({ body, headers }: Awaited<ReturnType<typeof visit>>) => {
  const policy = headers["content-security-policy"] ?? "";
  const styles = [...String(body).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
  const isAllowed = (style: string) =>
    policy.includes(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  expect(styles.filter((style) => !isAllowed(style))).toEqual([]);
  expect(/style-src ([^;]*)/.exec(policy)?.[1]?.split(" ")).toHaveLength(styles.length);
  return styles.filter((style) => style.includes("object-position"));
};

test("each page that cuts a picture keeps its focal point in view, by a style that its policy allows", async () => {
  const [cover, one, two] = [await imageAt(0.21, 0.8), await imageAt(0, 1), (await makeImage()).id];
  const post = await createLivePost(world.notes, {
    visible_date: "2036-01-01",
    cover_image: { id: cover },
    overview: [{ type: "gallery", value: [{ id: one }, { id: two }] }],
  });
  const plain = await createLivePost(world.notes, { detail: [{ type: "image", value: { id: cover } }] });
  const front = await visit("/");
  expect(front.body).toContain('<img class="cover xf20 yf80"');
  expect(stylesOf(front)).toHaveLength(1);
  const blog = await visit("/notes/");
  expect(blog.body).toContain('class="thumbnail xf20 yf80"');
  expect(blog.body).toContain('<li class="xf0 yf100"><figure>');
  expect(stylesOf(blog)).toHaveLength(1);
  const page = await visit(`/notes/${post.slug}/`);
  expect(page.body.match(/<li class="xf\d/g)).toHaveLength(1);
  const [style] = stylesOf(page);
  for (const rule of ["img { object-position:", ".xf0 {", ".xf20 {", ".yf80 {", ".yf100 {"])
    expect(style).toContain(rule);
  expect(stylesOf(await visit(`/notes/${plain.slug}/`))).toEqual([]);
  expect(stylesOf(await visit("/no-such-page/"))).toEqual([]);
});

test("a preview of a draft keeps it in view, too", async () => {
  const [one, two] = [await imageAt(0.5, 0.049), await imageAt(0.974, 0.976)];
  const { id } = await createDraft(world.notes, {
    detail: [{ type: "gallery", value: [{ id: one }, { id: two }] }],
  });
  const preview = await call(previewPost, { as: "ada", params: { id } });
  expect(preview.body).toContain('<li class="xf50 yf5">');
  expect(preview.body).toContain('<li class="xf95 yf100">');
  expect(stylesOf(preview)).toHaveLength(1);
});
