// Proves that functions of the newest release and today's work on one table at once, as during an update.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyFiles } from "#lib/actions/media/verify-files.ts";
import { listImages, uploadImage } from "#lib/routes/editor-media.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import type { LambdaHandler } from "#local/gateway/invoke.ts";
import { answerBy, type CallOptions, call } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { root } from "#test/support/sources.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";
import { functionsFile, type keptFunctions, packedRelease, releases } from "./release.ts";

const world = useWorld();
useFiles();

const previous = releases.at(-1)!;
let functions: Readonly<Record<string, LambdaHandler>>;

/** Where Node finds the packages that the functions import. */
const unpackFunctions = async (): Promise<string> => {
  const { [functionsFile]: code } = unzipSync(await readFile(packedRelease(previous)));
  if (!code) throw new Error(`The fixture of ${previous} has no functions.`);
  const folder = join(root, "node_modules/.cache/releases");
  const file = join(folder, `${createHash("sha256").update(code).digest("hex")}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, code);
  return file;
};

beforeAll(async () => {
  functions = await import(await unpackFunctions());
});

type Caller = (route: Route, options?: CallOptions<string>) => Promise<{ status: number; body: Answer }>;

// biome-ignore lint/suspicious/noExplicitAny: answers of another release are compared, not relied on.
type Answer = any;

const byPrevious: Caller = async (route, options = {}) => {
  const handler = functions[route.id as (typeof keptFunctions)[number]];
  if (!handler) throw new Error(`${route.id} is not among the functions of ${previous}.`);
  const { status, text } = await answerBy(handler, route, options);
  return { status, body: text && JSON.parse(text) };
};

const byToday: Caller = (route, options = {}) => call(route as Route<never>, options as CallOptions<never>);

const both = [
  ["the release's functions", byPrevious, byToday],
  ["today's functions", byToday, byPrevious],
] as const;

const create = async (by: Caller, fields: object = {}) => {
  const slug = freshSlug();
  const post = {
    parent: { id: world.notes },
    title: `About ${slug}`,
    slug,
    tags: [slug],
    overview_markdown: "Reed.",
  };
  const { status, body } = await by(createPost, { as: "ada", body: { ...post, ...fields } });
  expect([status, body]).toEqual([201, expect.anything()]);
  return { id: body.id as number, slug };
};

const read = async (by: Caller, id: number) => (await by(readPost, { as: "ada", params: { id } })).body;

const save = async (by: Caller, id: number, title: string) => {
  const { latest_revision_id: base_revision_id } = await read(by, id);
  return by(updatePost, { as: "ada", params: { id }, body: { base_revision_id, title } });
};

const publish = async (by: Caller, id: number) => {
  const { latest_revision_id: base_revision_id } = await read(by, id);
  return by(publishPost, { as: "ada", params: { id }, body: { base_revision_id } });
};

const titleFor = async (by: Caller, id: number): Promise<string | undefined> => {
  const { body } = await by(listPages, {
    query: { child_of: world.notes, limit: 20, order: "-id", fields: "title" },
  });
  const listed = body.results.find((each: { id: number }) => each.id === id)?.title;
  const page = await by(readLivePage, { params: { id } });
  expect([page.status, page.body.title]).toEqual(listed === undefined ? [404, undefined] : [200, listed]);
  return listed;
};

describe.each(both)("what %s write", (_, writer, reader) => {
  test("is seen by the others at once: created, published, saved, published again", async () => {
    const { id, slug } = await create(writer);
    expect(await titleFor(reader, id)).toBeUndefined();
    await publish(writer, id);
    expect(await titleFor(reader, id)).toBe(`About ${slug}`);
    await save(writer, id, "Changed");
    expect(await titleFor(reader, id)).toBe(`About ${slug}`);
    expect(await read(reader, id)).toMatchObject({ title: "Changed" });
    await publish(writer, id);
    expect(await titleFor(reader, id)).toBe("Changed");
    const facets = await reader(readFacets, { params: { id: world.notes }, query: { mode: "modal" } });
    expect(JSON.stringify(facets.body)).toContain(slug);
  });

  test("is found by its words", async () => {
    const { id, slug } = await create(writer, { overview_markdown: "A bittern in the reed." });
    await publish(writer, id);
    const { body } = await reader(listPages, { query: { search: slug, fields: "_,id" } });
    expect(body.results).toEqual([{ id }]);
  });

  test("can be saved and published by the others, who keep the rest of it", async () => {
    const { id } = await create(writer);
    const before = await read(byToday, id);
    await save(reader, id, "Saved by the other");
    await publish(reader, id);
    await save(writer, id, "Saved by the first");
    await publish(writer, id);
    const { title, slug, latest_revision_id, live_revision_id, ...after } = await read(byToday, id);
    expect(title).toBe("Saved by the first");
    for (const name of ["tags", "categories", "overview", "detail", "owner"])
      expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await titleFor(reader, id)).toBe("Saved by the first");
  });
});

test("saves on the same revision, by both at once, are one save and one conflict", async () => {
  const { id } = await create(byPrevious);
  const { latest_revision_id: base_revision_id } = await read(byToday, id);
  const saving = (by: Caller, title: string) =>
    by(updatePost, { as: "ada", params: { id }, body: { base_revision_id, title } });
  const answers = await Promise.all([saving(byPrevious, "One"), saving(byToday, "Other")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("many publications by both at once are all seen by both, and the catalog agrees with the table", async () => {
  const posts = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const [by, other] = index % 2 === 0 ? [byPrevious, byToday] : [byToday, byPrevious];
      const { id } = await create(by);
      expect((await publish(other, id)).status).toBe(200);
      return id;
    }),
  );
  for (const by of [byPrevious, byToday]) {
    const { body } = await by(listPages, {
      query: { child_of: world.notes, limit: 20, order: "-id", fields: "_,id" },
    });
    const ids = body.results.map((each: { id: number }) => each.id);
    expect(ids).toEqual(expect.arrayContaining(posts));
  }
  expect(await verifyCatalog()).toEqual([]);
});

test("an image that the release stores is whole for today's functions, and listed", async () => {
  const file = formFile("marsh.jpg", await samplePicture("jpeg"), "image/jpeg");
  const form = await multipart({ title: "The marsh", collection: String(world.shows), file });
  const { status, body } = await byPrevious(uploadImage, { as: "ada", ...form });
  expect([status, body]).toMatchObject([201, { title: "The marsh" }]);
  const { body: list } = await call(listImages, { as: "ada" });
  expect(JSON.stringify(list)).toContain("The marsh");
  expect((await verifyFiles()).problems).toEqual([]);
});
