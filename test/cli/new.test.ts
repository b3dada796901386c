import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPostSource } from "#cli/publish/source.ts";
import { lecternIn } from "./lectern.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-new-"));
});

afterAll(() => rm(folder, { recursive: true }));

const create = (...args: string[]) => lecternIn({}, "", ["new", ...args]);

test("a new post is a file that publish reads, and its path is printed; it is never overwritten", async () => {
  const to = join(folder, "sub/posts");
  const args = [
    "post",
    " Ice: the #1 of “winters” ",
    "--in",
    to,
    "--date",
    "2026-01-12",
    "--tags",
    "ice, snow",
  ];
  const { status, stdout, stderr } = await create(...args);
  expect([status, stderr]).toEqual([0, ""]);
  const file = join(to, "2026-01-12-ice-the-1-of-winters.md");
  expect(stdout).toBe(`${file}\n`);
  const text = await readFile(file, "utf8");
  expect(readPostSource(file, text)).toMatchObject({
    isDraft: false,
    post: {
      title: "Ice: the #1 of “winters”",
      slug: "ice-the-1-of-winters",
      visible_date: "2026-01-12T00:00:00.000Z",
      tags: ["ice", "snow"],
    },
  });
  expect(await create(...args, "--draft")).toEqual({
    status: 1,
    stdout: "",
    stderr: `${file} is there already; nothing was written.\n`,
  });
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a new post is of today, and so not to come, unless it says otherwise", async () => {
  const { stdout } = await create("post", "Wörter", "--in", folder, "--slug", "eins_2", "--draft");
  expect(stdout).toMatch(/\/\d{4}-\d{2}-\d{2}-eins_2\.md\n$/);
  const source = readPostSource(stdout.trim(), await readFile(stdout.trim(), "utf8"));
  expect(source).toMatchObject({ isDraft: true, post: { slug: "eins_2" } });
  const { visible_date } = (source as { post: { visible_date: string } }).post;
  expect(Date.parse(visible_date)).toBeLessThanOrEqual(Date.now());
});

test("a new episode names its recording, season and number", async () => {
  const args = ["--in", folder, "--audio", "talk.mp3", "--season", "2", "--episode", "7"];
  const { stdout } = await create("episode", "Reed", "--date", "2026-02-01T08:00Z", ...args);
  expect(await readFile(stdout.trim(), "utf8")).toBe(
    "---\ntitle: Reed\ndate: 2026-02-01T08:00Z\naudio: talk.mp3\nseason: 2\nepisode: 7\n---\n",
  );
});

test("a new page is a file that publish takes for a page that is no post", async () => {
  const { stdout } = await create("page", "About us", "--in", folder, "--menu");
  const text = await readFile(stdout.trim(), "utf8");
  expect([stdout, text]).toEqual([
    `${join(folder, "about-us.md")}\n`,
    "---\ntype: page\ntitle: About us\nmenu: true\n---\n",
  ]);
  const source = readPostSource(stdout.trim(), text);
  expect(source).toMatchObject({ isPage: true, post: { slug: "about-us", show_in_menus: true } });
});

test.each([
  { args: ["post"], complaint: /^TITLE is missing\./ },
  { args: ["post", " "], complaint: /^The title is empty\./ },
  { args: ["post", "!!!"], complaint: /^The title has no letters for a slug/ },
  { args: ["post", "A", "--slug", "../a"], complaint: /^--slug: '\.\.\/a' has other characters/ },
  { args: ["post", "A", "--date", "2026-02-30"], complaint: /^--date: expected a day or an instant/ },
  { args: ["post", "A", "--slug", "a".repeat(300)], complaint: /^The name of the file is too long/ },
  { args: ["episode", "A"], complaint: /^--audio is missing/ },
  { args: ["episode", "A", "--audio", "a.mp3", "--season", "one"], complaint: /^--season: expected/ },
])("$args is a mistake on the command line, and writes nothing", async ({ args, complaint }) => {
  const run = await create(...args, "--in", join(folder, "wrong"));
  expect(run).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(complaint) });
});
