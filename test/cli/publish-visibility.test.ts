import { describe, expect, test } from "vitest";
import { readPostSource } from "#cli/publish/source.ts";
import { wantedState } from "#cli/publish/state.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "./publish-service.ts";

const now = Date.parse("2026-06-01T12:00:00Z");

interface Reading {
  readonly file?: string;
  readonly path?: string;
}

/** What would become of a file with these lines of front matter at noon of 1 June 2026. */
const outcomeOf = (lines: readonly string[], mark: string, { file = "a.md", path }: Reading = {}): string => {
  const text = [mark, mark === "---" ? "title: A" : "title = 'A'", ...lines, mark, "Text.", ""].join("\n");
  const source = readPostSource(file, text, path === undefined ? undefined : { name: "posts", path }, now);
  if ("problems" in source) return `fault on ${source.problems.map(({ line }) => line).join(", ")}`;
  const state = wantedState(source, { draft: false, future: "schedule" }, now);
  const told = source.warnings.map(({ line }) => `, with a warning on ${line}`).join("");
  return (state.is === "scheduled" ? `scheduled for ${state.at}` : state.is) + told;
};

const later = "scheduled for 2030-01-02T00:00:00.000Z";

describe("what front matter in YAML says of who may see a post", () => {
  test.each([
    ["published: false", "hidden"],
    ["published: False", "hidden"],
    ['published: "false"', "hidden"],
    ["published: no", "hidden"],
    ["published: off", "hidden"],
    ["Published: FALSE", "hidden"],
    ["published: true", "public"],
    ["published: 2026-05-01", "public"],
    ["published: 2030-01-02", later],
    ["published: banana", "fault on 3"],
    ["published:", "fault on 3"],
    ["published: [false]", "fault on 3"],
    ["published: &hide false\ndraft: *hide", "fault on 4"],
    ["publish: false", "hidden"],
    ["public: no", "hidden"],
    ["is_published: false", "hidden"],
    ["private: true", "hidden"],
    ["private: 'yes'", "hidden"],
    ["private: false", "public"],
    ["private: perhaps", "fault on 3"],
    ["draft: true", "hidden"],
    ["Draft: true", "hidden"],
    ["isDraft: true", "hidden"],
    ["draft: false", "public"],
    ["draft:", "fault on 3"],
    ["draft: {a: b}", "fault on 3"],
    ["<<: {draft: true}", "fault on 3"],
    ["publishDate: 2030-01-02", later],
    ["publishdate: 2030-01-02", later],
    ["PublishDate: 2030-01-02", later],
    ["publish_date: 2030-01-02", later],
    ["publish-date: 2030-01-02", later],
    ["pubDate: 2030-01-02", later],
    ["publishDate: 2030-01-02 02:00:00 +0200", later],
    ["publishDate: 2030-01-02T00:00", later],
    ["publishDate: 2030-01-01T22:00:00-02:00", later],
    ["publishDate: 2026-06-01", "public"],
    ["publishDate: 2026-06-01T14:00:00+02:00", "public"],
    ["publishDate: 2026-06-01T12:00:01Z", "scheduled for 2026-06-01T12:00:01.000Z"],
    ["publishDate:", "public"],
    ["publishDate: Jul 08 2030", "scheduled for 2030-07-08T00:00:00.000Z"],
    ["publishDate: Someday 08 2030", "fault on 3"],
    ["permalink: false", "hidden"],
    ["permalink: /a/", "public"],
    ["publishDate: 2030-02-30", "fault on 3"],
    ["publishDate: [2020-01-01]", "fault on 3"],
    ["date: 2030-01-02", later],
    ["Date: 2030-01-02", later],
    ["date: 2020-01-01\npublishDate: 2030-01-02", later],
    ["date: 2030-01-02\npublishDate: 2020-01-01", later],
    ["date: 2030-01-02\ndraft: true", "hidden"],
    ["draft: true\npublishDate: 2030-01-02", "hidden"],
    ["draft: false\nprivate: true", "hidden"],
    ["draft: false\nDraft: true", "hidden"],
    ["expiryDate: 2026-05-31", "hidden"],
    ["expirydate: 2026-05-31", "hidden"],
    ["ExpiryDate: 2026-05-31", "hidden"],
    ["expiry_date: 2026-05-31", "hidden"],
    ["unpublishdate: 2026-05-31", "hidden"],
    ["expiryDate: 2026-06-01T14:00:00+02:00", "hidden"],
    ["expiryDate: 2026-06-01T12:00:01Z", "public, with a warning on 3"],
    ["expiryDate: 2030-01-01", "public, with a warning on 3"],
    ["expiryDate: 2030-01-01\ndraft: true", "hidden"],
    ["expiryDate: 2026-05-31\npublishDate: 2030-01-02", "hidden"],
    ["expiryDate: ''", "public"],
    ["expiryDate: someday", "fault on 3"],
    ["expiryDate: someday\ndraft: true", "fault on 3"],
    ["visibility: public", "public"],
    ["visibility: private", "hidden, with a warning on 3"],
    ["visibility: members", "hidden, with a warning on 3"],
    ["visibility: private\ndraft: true", "hidden"],
    ["status: published", "public"],
    ["status: Publish", "public"],
    ["status: draft", "hidden, with a warning on 3"],
    ["status: [published]", "hidden, with a warning on 3"],
    ["password: secret", "hidden, with a warning on 3"],
    ["password:", "public"],
    ["hidden: true", "hidden, with a warning on 3"],
    ["hidden: false", "public"],
    ["hidden: somewhat", "hidden, with a warning on 3"],
    ["unlisted: true", "hidden, with a warning on 3"],
    ["unlisted: no", "public"],
    ["state: draft", "hidden, with a warning on 3"],
    ["state: Archived", "hidden, with a warning on 3"],
    ["state: [draft]", "hidden, with a warning on 3"],
    ["state: published", "public"],
    ["state: Ohio", "public"],
    ["drafts: true", "hidden, with a warning on 3"],
    ["drafts: no", "public"],
    ["live: false", "hidden, with a warning on 3"],
    ["live: 'no'", "hidden, with a warning on 3"],
    ["live: true", "public"],
    ["live: https://pond.example", "public"],
    ["archived: true", "hidden, with a warning on 3"],
    ["archived: 2026-01-01", "hidden, with a warning on 3"],
    ["archived: false", "public"],
    ["protected: true", "hidden, with a warning on 3"],
    ["protected: false", "public"],
    ["members_only: true", "hidden, with a warning on 3"],
    ["membersOnly: yes", "hidden, with a warning on 3"],
    ["members-only: false", "public"],
    ["access: private", "hidden, with a warning on 3"],
    ["access: members", "hidden, with a warning on 3"],
    ["access: paid", "hidden, with a warning on 3"],
    ["access: [members]", "hidden, with a warning on 3"],
    ["access: public", "public"],
    ["access: free", "public"],
    ["archived: true\ndraft: true", "hidden"],
    ["headless: true", "hidden, with a warning on 3"],
    ["build:\n  render: never", "hidden, with a warning on 3"],
    ["build: {render: link}", "hidden, with a warning on 3"],
    ["build: {Render: false}", "hidden, with a warning on 3"],
    ["build: {list: never}", "hidden, with a warning on 3"],
    ["build: {render: always, list: true, publishResources: false}", "public"],
    ["build.render: never", "hidden, with a warning on 3"],
    ["_build: {render: never}", "hidden, with a warning on 3"],
    ["_build: {render: [never]}", "hidden, with a warning on 3"],
    ["_build: never", "hidden, with a warning on 3"],
    ["_build: {render: always}", "public"],
  ])("%s: %s", (lines, outcome) => {
    expect(outcomeOf(lines.split("\n"), "---")).toBe(outcome);
  });
});

describe("what front matter in TOML says of who may see a post", () => {
  test.each([
    ["published = false", "hidden"],
    ['published = "no"', "hidden"],
    ["draft = true", "hidden"],
    ["publishDate = 2030-01-02", later],
    ["publishDate = 2030-01-02T00:00:00", later],
    ["publishDate = 2030-01-02T02:00:00+02:00", later],
    ["publishDate = 07:00:00", "fault on 3"],
    ["expiryDate = 2026-05-31T10:00:00Z", "hidden"],
    ["expiryDate = 2030-05-31", "public, with a warning on 3"],
    ["[build]\nrender = 'never'", "hidden, with a warning on 3"],
    ["build.list = 'local'", "hidden, with a warning on 3"],
    ["[_build]\nrender = true", "public"],
    ["hidden = true", "hidden, with a warning on 3"],
    ["unlisted = false", "public"],
  ])("%s: %s", (lines, outcome) => {
    expect(outcomeOf(lines.split("\n"), "+++")).toBe(outcome);
  });
});

test.each([
  { name: "is a draft below _drafts", file: "site/_drafts/a.md", path: "_drafts/a.md", outcome: "hidden" },
  { name: "is a draft in a folder of drafts", file: "_drafts/a.md", path: "a.md", outcome: "hidden" },
  { name: "that is named by itself is a draft there, too", file: "site/_drafts/a.md", outcome: "hidden" },
  {
    name: "is no draft because of where the folder lies",
    file: "_drafts/site/posts/a.md",
    path: "a.md",
    outcome: "public",
  },
  { name: "waits for the day in its name", file: "2030-01-02-a.md", outcome: later },
  { name: "is public after the day in its name", file: "2026-06-01-a.md", outcome: "public" },
  { name: "has no day in a name like one", file: "2030-13-02-a.md", outcome: "public" },
])("a file $name", ({ file, path, outcome }) => {
  expect(outcomeOf([], "---", { file, ...(path !== undefined && { path }) })).toBe(outcome);
});

test("a file's own date counts more than the one in its name", () => {
  expect(outcomeOf(["date: 2026-05-01"], "---", { file: "2030-01-02-a.md" })).toBe("public");
});

test("a post without a date has the day of its publication, as for Hugo", () => {
  const text = "---\ntitle: A\npublishDate: 2020-01-02\n---\n";
  expect(readPostSource("a.md", text, undefined, now)).toMatchObject({
    post: { visible_date: "2020-01-02T00:00:00.000Z" },
  });
});

describe("a folder", () => {
  useWorld();
  const service = usePublishing();

  const post = (title: string, ...keys: string[]) =>
    ["---", `title: ${title}`, ...keys, "---", ""].join("\n");

  const publicTitles = async () =>
    (await call(listPages, { query: { type: "site.Post" } })).body.results.map(
      ({ title }: { title: string }) => title,
    );

  const titles = (...names: string[]) => names.map((name) => `Seen ${name}`);

  /** By their names: what is to be done, and what was done. */
  const planAndRun = async (folder: string) => {
    const args = [folder, "--parent", "/home/notes", "--json"];
    const planned = JSON.parse((await service.run("plan", ...args)).stdout).results;
    const done = JSON.parse((await service.publish(...args)).stdout).results;
    return planned
      .map(({ file, action, next }: Record<string, string>, index: number) => [
        file!.slice(folder.length + 1),
        ...(next === "none" || next === action ? [action] : [action, next]),
        done[index].outcome,
      ])
      .sort();
  };

  test("shows the public nothing that its files hide, takes it off where it is live, and plans the same", async () => {
    const names = ["draft", "expired", "listed", "private", "unpublished", "waiting"];
    let folder = "";
    const write = async (name: string, ...keys: string[]) => {
      const path = await service.write(`seen/${name}.md`, post(`Seen ${name}`, ...keys));
      folder = path.slice(0, path.lastIndexOf("/"));
    };
    await write("draft", "Draft: yes");
    await write("expired", "expiryDate: 2020-01-01");
    await write("listed", "published: true", "visibility: public", "hidden: false");
    await write("private", "private: true");
    await write("unpublished", "published: false");
    await write("waiting", "date: 2020-01-01", "publishDate: 2999-01-01");
    expect(await planAndRun(folder)).toEqual([
      ["draft.md", "create", "draft_saved"],
      ["expired.md", "create", "draft_saved"],
      ["listed.md", "create", "publish", "published"],
      ["private.md", "create", "draft_saved"],
      ["unpublished.md", "create", "draft_saved"],
      ["waiting.md", "create", "schedule", "scheduled"],
    ]);
    expect(await publicTitles()).toEqual(titles("listed"));
    const { results } = (await call(listEditablePages, { as: "ada", query: { source: "seen" } })).body;
    const waiting = results.find(({ title }: { title: string }) => title === "Seen waiting");
    expect(waiting).toMatchObject({
      visible_date: "2020-01-01T00:00:00.000Z",
      scheduled_for: "2999-01-01T00:00:00.000Z",
    });

    for (const name of names.slice(0, 5)) await write(name);
    await write("waiting", "date: 2020-01-01");
    await planAndRun(folder);
    expect((await publicTitles()).sort()).toEqual(titles(...names));

    await write("draft", "draft: true");
    await write("expired", "unpublishdate: 2020-01-01");
    await write("listed", "published: 2020-01-01");
    await write("private", "private: True");
    await write("unpublished", "published: 'false'");
    await write("waiting", "date: 2020-01-01", "draft: true", "publishDate: 2999-01-01");
    const changed = await planAndRun(folder);
    const hidden = changed.filter(([name]: string[]) => name !== "listed.md");
    for (const each of hidden) expect(each.slice(1)).toEqual(["unpublish", "unpublished"]);
    expect(await publicTitles()).toEqual(titles("listed"));
  });

  test("with a file that hides in a way that the service does not have gets a draft, and the plan says why", async () => {
    const write = (...keys: string[]) => service.write("refused/a.md", post("Refused", ...keys));
    const path = await write("expiryDate: 2999-01-01");
    const folder = path.slice(0, path.lastIndexOf("/"));
    const run = (command: "plan" | "publish") => service.run(command, folder, "--parent", "/home/notes");
    expect((await run("plan")).stderr).toContain("a.md:3: expiryDate: Only a run ");
    await run("publish");
    expect(await publicTitles()).toContain("Refused");
    await write("build: {list: never}");
    const plan = await run("plan");
    expect(plan).toMatchObject({ stderr: expect.stringContaining("a.md:3: build: Kept as a draft") });
    expect(plan.stdout).toContain("unpublish");
    await run("publish");
    expect(await publicTitles()).not.toContain("Refused");
  });
});
