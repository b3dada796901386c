import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { createEpisode, createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { schedulePost } from "#lib/routes/editor-state.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

let other: number;
let folder: string;

const paragraph = (value: string) => ({ type: "paragraph", value });

const post = async (slug: string, fields: object, isPublic = true): Promise<number> => {
  const body = { parent: { id: world.notes }, title: `About ${slug}`, slug, overview: [], ...fields };
  const made = await call(createPost, { as: "ada", body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id } = made.body;
  if (isPublic) await call(publishPost, { as: "ada", params: { id } });
  return id;
};

/** Publishes a folder with files of the example site beside its text; gives the first page. */
const published = async (name: string, parent: string, text: readonly string[], files: readonly string[]) => {
  const file = await service.write(join(name, "sub/kept.md"), text.join("\n"));
  const from = dirname(dirname(file));
  const media = join(root, "examples/field-notes/media");
  for (const each of files) await writeFile(join(from, each), await readFile(join(media, each)));
  const run = await service.publish(from, "--parent", parent, "--json");
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  const { id } = JSON.parse(run.stdout).results[0];
  return (await call(readPost, { as: "ada", params: { id } })).body;
};

/** A post with a block of every type, and texts that would mean something else in Markdown. */
const everyBlock = (image: number, audio: number) => ({
  overview: [paragraph("<p>Short.</p>")],
  detail: [
    paragraph("<p>A <b>bold</b> [^1] | ~~x~~ &lt;!-- x --&gt;.</p><ul><li>a</li></ul>"),
    paragraph("<p>a | b<br/>--- | ---</p>"),
    paragraph('<p>To <a linktype="page" id="1">home</a>, <a href="kept.md">kept</a>.</p>'),
    { type: "code", value: { language: "lectern", source: "x: ```\n~~~" } },
    { type: "code", value: { language: "js", source: "let a;" } },
    { type: "image", value: { id: image } },
    { type: "gallery", value: [{ id: image, caption: "One" }, { id: image }] },
    { type: "gallery", value: [{ id: image, caption: 'A "word"' }] },
    { type: "audio", value: { id: audio } },
    {
      type: "card",
      value: {
        picture: image,
        notes: [
          { type: "line", value: "x" },
          { type: "line", value: "y" },
        ],
      },
    },
  ],
  tags: ["ice", "a, b"],
  categories: [world.birds],
  cover_image: { id: image, alt_text: "Cover" },
  seo_title: "For searches",
  search_description: `It's: "so"`,
  visible_date: "2025-03-04T05:06:07.890Z",
});

beforeAll(async () => {
  const notes = { type: "stream", required: false, blocks: { line: { type: "char" } } };
  const card = { type: "struct", fields: { picture: { type: "image", required: false }, notes } };
  vi.stubEnv("SITE_POST_BODY_BLOCKS", JSON.stringify({ sections: { detail: ["card"] }, blocks: { card } }));
  const children = [{ type: "site.Blog", key: "other", slug: "other", title: "Other" }];
  const pages = [{ type: "site.HomePage", slug: "home", title: "Home", children }];
  other = (await applyManifest({ version: 1, pages })).ids.pages.other!;
  const kept = await published(
    "kept",
    "/home/notes",
    [
      ...["---", "title: Kept", "date: 2026-01-02", "---", "", "![A heron](../heron-at-dawn.jpg)", ""],
      ...['![](../reeds.png "Reeds")', "![A heron](../heron-at-dawn.jpg)", ""],
    ],
    ["heron-at-dawn.jpg", "reeds.png"],
  );
  await service.write("casts/talk.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nA bittern.\n");
  const cast = await published(
    "casts",
    "/home/calls",
    [
      ...["---", "title: Talk", "audio: ../a-bittern-three-times.mp3", "transcript: ../talk.vtt"],
      ...["episode: 3", "explicit: clean", "cover: ../calls.jpg", "cover_alt: Dawn", "chapters:"],
      ...["  - {start: '00:00:00.500', title: Reed, link: https://reed.example/}", "---", "", "Said."],
    ],
    ["a-bittern-three-times.mp3", "calls.jpg"],
  );
  await post("blocks", everyBlock(kept.detail[0].value.id, cast.podcast_audio.id));
  await post("draft", { detail: [paragraph("<p>Draft.</p>")] }, false);
  const id = await post("changed", { detail: [paragraph("<p>Public.</p>")] });
  const { latest_revision_id: base_revision_id } = (await call(readPost, { as: "ada", params: { id } })).body;
  const changes = { title: "Changed since", base_revision_id };
  await call(updatePost, { as: "ada", params: { id }, body: changes });
  const publish_at = "2099-01-02T03:04:00Z";
  for (const [slug, visible_date] of [
    ["later", publish_at],
    ["dated", "2026-01-01T00:00:00Z"],
  ] as const) {
    const params = { id: await post(slug, { visible_date }, false) };
    await call(schedulePost, { as: "ada", params, body: { publish_at } });
  }
  const silent = { parent: { id: world.calls }, title: "Silent", slug: "silent", overview: [] };
  await call(createEpisode, { as: "ada", body: { ...silent, episode_number: 4 } });
  folder = dirname(await service.write("out/.keep", ""));
});

afterAll(() => {
  vi.unstubAllEnvs();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The commands that the export has printed, as arguments. */
const commandsIn = ({ stdout }: CommandResult): string[][] =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith("lectern publish "))
    .map((line) => line.split(" ").slice(2));

const states = async () => {
  const { results } = (await call(listEditablePages, { as: "ada", query: { pageSize: 200 } })).body;
  return results.map(({ id, latest_revision_id, status, live, scheduled_for }: Record<string, unknown>) => ({
    ...{ id, latest_revision_id, status, live, scheduled_for },
  }));
};

test("a service that is exported and published again is as it was, and what files cannot say is said", async () => {
  const before = await states();
  const run = await service.run("export", "--all", "--to", folder);
  expect(run.status, run.stderr).toBe(0);
  expect(run.stdout).toMatch(/\n8 posts, 6 files fetched\n$/);
  const [manifest, ...notes] = run.stderr.trimEnd().split("\n");
  expect(manifest).toMatch(/^site\.yaml is not written: /);
  const lost = (file: string, what: string) => `${folder}/${file}:1: The file cannot say ${what}.`;
  expect(await readFile(join(folder, "notes/dated.md"), "utf8")).toContain(
    "\ndate: 2026-01-01T00:00:00.000Z\npublishDate: 2099-01-02T03:04:00.000Z\n",
  );
  expect(notes.toSorted()).toEqual(
    [
      lost("notes/blocks.md", "links by ids, which lead there in this service only"),
      lost("calls/silent.md", "what belongs to an episode, because it has no recording"),
      lost("calls.casts/sub/kept.md", "its transcript, which stays as it is; --without-ids writes it"),
    ].toSorted(),
  );
  const plain = await readFile(join(folder, "notes.kept/sub/kept.md"), "utf8");
  expect(plain).toMatch(
    /\n!\[A heron\]\(\S+\.jpg\)\n\n!\[\]\(\S+\.png "Reeds"\)\n!\[A heron\]\(\S+\.jpg\)\n$/,
  );
  const commands = commandsIn(run);
  expect(commands).toHaveLength(4);
  for (const command of commands) {
    const plan = await service.run("plan", ...command, "--prune", "--strict");
    expect([plan.status, plan.stderr], plan.stdout).toEqual([0, ""]);
    expect(plan.stdout).toMatch(/\n\d files?: \d unchanged\n$/);
    const counts = countRequests();
    expect((await service.publish(...command, "--prune", "--strict")).status).toBe(0);
    expect(Object.keys(counts)).toEqual(["GET"]);
    vi.restoreAllMocks();
  }
  expect(await states()).toEqual(before);
});

test("those who may have it get the manifest as well", async () => {
  const to = `${folder}-of-su`;
  const run = await service.run("export", "--all", "--to", to, "--token", "su", "--json");
  expect(JSON.parse(run.stdout)).toMatchObject({ posts: 8, manifest: true });
  expect(await readFile(join(to, "site.yaml"), "utf8")).toMatch(/^version: 1\n/);
});

test("a second export fetches what is missing or different only", async () => {
  const [name = ""] = await readdir(join(folder, "notes/media"));
  const file = join(folder, "notes/media", name);
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, 1000));
  await writeFile(join(folder, "notes/draft.md"), "gone");
  expect((await service.run("export", "--all", "--to", folder)).stdout).toMatch(/, 1 file fetched\n$/);
  expect(await readFile(file)).toEqual(whole);
  expect(await readFile(join(folder, "notes/draft.md"), "utf8")).toMatch(/^---\ntitle: About draft\n/);
  expect((await service.run("export", "--all", "--to", folder)).stdout).toMatch(/, 0 files fetched\n$/);
});

test("what is exported without ids shows the same in another place", async () => {
  const moved = `${folder}-moved`;
  const run = await service.run("export", "--all", "--to", moved, "--without-ids");
  expect(run.stderr).toContain(
    `${moved}/notes/changed.md:1: The file cannot say its latest changes, which are not public.`,
  );
  const here = join(moved, "notes");
  const there = await service.publish(here, "--parent", "/home/other", "--source", "moved", "--json");
  expect(there.status, there.stdout).toBe(0);
  const { counts } = JSON.parse(there.stdout);
  expect(counts).toMatchObject({ published: 2, scheduled: 2, draft_saved: 1, failed: 0 });
  const shown = async (parent: number) => {
    const fields = "_,title,tags,visible_date,body,html_detail,cover_image";
    const query = { child_of: parent, type: "site.Post", slug: "blocks", fields };
    const { results } = (await call(listPages, { query })).body;
    // Entries of galleries and of streams have ids of their own.
    return JSON.parse(JSON.stringify(results), (name, value) => (name === "id" ? typeof value : value));
  };
  const copy = await shown(other);
  expect(copy).toMatchObject([{ title: "About blocks", tags: [{ name: "ice" }, { name: "a, b" }] }]);
  expect(copy).toEqual(await shown(world.notes));
});

test.each([
  { args: ["--all"], message: /belong together/ },
  { args: ["--to", "x"], message: /belong together/ },
  { args: ["--all", "--to", "x", "--output", "y"], message: /--output is for a manifest alone/ },
  { args: ["--all", "--to", "x", "--data", "y"], message: /--all asks a service/ },
  { args: ["--json"], message: /need --all/ },
])("$args is a mistake on the command line", async ({ args, message }) => {
  const run = await service.run("export", ...args);
  expect(run).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
});

test("a service that gives a blog the path of a folder above writes nothing there", async () => {
  const within = dirname(await service.write("above/within/.hidden", ""));
  const requests = aroundRequests(async (send, _method, url) => {
    const answer = await send();
    if (!new URL(url).pathname.endsWith("/parents/")) return answer;
    const parents = await answer.json();
    return Response.json(parents.map((parent: object) => ({ ...parent, path: "/home/.." })));
  });
  const { status, stderr } = await service.run("export", "--all", "--to", join(within, "to"));
  requests.mockRestore();
  expect({ status, stderr }, stderr).toMatchObject({ status: 0 });
  expect((await readdir(within)).sort()).toEqual([".hidden", "to"]);
});
