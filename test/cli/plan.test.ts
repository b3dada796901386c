import { readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests } from "./around-requests.ts";
import { lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

let folder: string;

const write = (name: string, body: string, ...keys: string[]) =>
  service.write(`tide/${name}.md`, ["---", `title: About ${name}`, ...keys, "---", "", body, ""].join("\n"));

const file = (name: string) => join(folder, `${name}.md`);

const lectern = (command: "plan" | "publish", ...options: string[]) =>
  service.run(command, folder, "--parent", "/home/notes", ...options);

const pages = async () =>
  (await call(listEditablePages, { as: "ada", query: { source: "tide", order: "title" } })).body.results;

/** A folder of which every kind of change is due, after it was published. */
beforeAll(async () => {
  for (const name of ["conflict", "gone", "hidden", "moved", "same", "update"])
    await write(name, `Of ${name}.`);
  folder = dirname(await write("later", "Later.", "date: 2999-01-01"));
  await lectern("publish");
  const conflict = (await pages()).find(({ slug }: { slug: string }) => slug === "conflict");
  const body = { detail_markdown: "Theirs.", base_revision_id: conflict.latest_revision_id };
  await call(updatePost, { as: "su", params: { id: conflict.id }, body });
  await rm(file("gone"));
  await rename(file("moved"), file("there"));
  await write("conflict", "Mine.");
  await write("hidden", "Of hidden.", "draft: true");
  await write("new", "## New\n\nText with a [link](javascript:alert).", "date: 2999-02-02");
  await write("update", "Of update.\n\nMore.", "tags: [ice]");
});

const expected = [
  "unchanged  /notes/later/     FILE/later.md",
  "create     /notes/new/       FILE/new.md, then schedule",
  "conflict   /notes/conflict/  FILE/conflict.md",
  "unpublish  /notes/hidden/    FILE/hidden.md",
  "unchanged  /notes/same/      FILE/same.md",
  "rename     /notes/there/     FILE/there.md (was moved.md), then publish",
  '    slug: "moved" → "there"',
  "update     /notes/update/    FILE/update.md, then publish",
  '    tags: [] → ["ice"]',
  '    text: + "<p>More.</p>"',
  "unpublish  /notes/gone/      gone.md",
  "8 files: 1 create, 1 update, 1 rename, 2 unpublish, 2 unchanged, 1 conflict",
  "",
];

test("a plan says for people what a run would do, by field, and what would be lost, and writes nothing", async () => {
  const before = await pages();
  const counts = countRequests();
  const run = await lectern("plan", "--prune");
  vi.restoreAllMocks();
  expect(run.stdout.replaceAll(folder, "FILE").split("\n")).toEqual(expected);
  expect(run.stderr.replaceAll(folder, "FILE").split("\n")).toEqual([
    "FILE/new.md:6: The formatting h2 is not kept: New",
    "FILE/new.md:8: The target of a link is not kept: javascript:alert",
    expect.stringMatching(/^FILE\/conflict\.md:1: su has edited this page since/),
    "",
  ]);
  expect(run.status).toBe(1);
  expect(await pages()).toEqual(before);
  expect(counts.PATCH).toBe(2);
  expect(counts.POST).toBe(1);
});

test("a plan for programs has the values before and after, and the revisions on which it is based", async () => {
  const { stdout } = await lectern("plan", "--json");
  const annotated = await lecternIn(
    { LECTERN_URL: service.url, LECTERN_TOKEN: "ada", GITHUB_ACTIONS: "true" },
    "",
    ["plan", folder, "--parent", "/home/notes", "--json"],
  );
  expect(annotated.stdout).toBe(stdout);
  expect(annotated.stderr.replaceAll(folder, "FILE").split("\n")).toEqual([
    "::warning file=FILE/new.md,line=6::The formatting h2 is not kept: New",
    "::warning file=FILE/new.md,line=8::The target of a link is not kept: javascript:alert",
    expect.stringMatching(/^::error file=FILE\/conflict\.md,line=1::su has edited/),
    "",
  ]);
  const { results, counts, without_file: kept } = JSON.parse(stdout);
  expect(counts).toEqual({ create: 1, update: 1, rename: 1, unpublish: 1, unchanged: 2, conflict: 1 });
  expect(kept).toMatchObject([{ file: "gone.md", url: "/notes/gone/" }]);
  const [update] = results.slice(-1);
  const page = (await pages()).find(({ slug }: { slug: string }) => slug === "update");
  expect(update).toMatchObject({
    ...{ file: file("update"), action: "update", next: "publish", id: page.id, url: "/notes/update/" },
    revision: page.latest_revision_id,
    changes: [
      { field: "tags", from: [], to: ["ice"] },
      {
        field: "text",
        from: [{ value: "<p>Of update.</p>" }],
        to: [{ value: "<p>Of update.</p><p>More.</p>" }],
      },
    ],
  });
});

test("a kept plan is carried out as it is, or refused with what has changed since", async () => {
  const plan = join(folder, "..", "plan.json");
  expect(await lectern("publish", "--plan", plan)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^There is no plan/),
  });
  await write("conflict", "Theirs.");
  await lectern("plan", "--prune", "--out", plan);
  const { results } = JSON.parse(await readFile(plan, "utf8"));
  const { id } = results.find(({ file: name }: { file: string }) => name === file("update"));
  const { latest_revision_id: base_revision_id, tags } = (await call(readPost, { as: "ada", params: { id } }))
    .body;
  expect(tags).toEqual([]);
  await call(updatePost, { as: "ada", params: { id }, body: { seo_title: "Theirs", base_revision_id } });
  await write("same", "Not the same.");
  const refused = await lectern("publish", "--prune", "--plan", plan);
  expect(refused).toEqual({
    status: 1,
    stdout: "",
    stderr: `Not as planned any more: ${file("same")}, ${file("update")}; plan again.\n`,
  });
  const inJson = await lectern("publish", "--prune", "--json", "--plan", plan);
  expect(inJson).toMatchObject({ status: 1, stderr: refused.stderr });
  expect(JSON.parse(inJson.stdout)).toEqual({ error: { code: "failed", message: refused.stderr.trim() } });
  expect((await lectern("plan", "--prune", "--force", "--out", plan)).status).toBe(0);
  // Somebody edits a page after the plan was checked, while the run creates another: --force is of no use.
  let creations = 0;
  aroundRequests(async (send, method, url) => {
    if (method === "POST" && !url.includes("dry_run") && creations++ === 0) {
      const { latest_revision_id } = (await call(readPost, { as: "ada", params: { id } })).body;
      const body = { title: "Theirs", base_revision_id: latest_revision_id };
      await call(updatePost, { as: "su", params: { id }, body });
    }
    return send();
  });
  const late = await lectern("publish", "--prune", "--force", "--plan", plan);
  vi.restoreAllMocks();
  expect(late.status).toBe(1);
  expect(late.stderr.split("\n").slice(2)).toEqual([
    `${file("update")}:1: This page has changed since the plan was checked; plan again.`,
    "",
  ]);
  expect(await lectern("publish", "--force")).toMatchObject({ status: 0 });
  expect((await lectern("plan", "--prune")).stdout).toMatch(/\n7 files: 7 unchanged\n$/);
});

test("a plan that cannot be kept is a mistake on the command line, as JSON too, and no crash", async () => {
  const run = await lectern("plan", "--json", "--out", join(folder, "missing", "plan.json"));
  const { error } = JSON.parse(run.stdout);
  expect(error).toMatchObject({
    code: "usage",
    message: expect.stringMatching(/^The plan cannot be kept: /),
  });
  expect(run).toMatchObject({ status: 2, stderr: expect.not.stringContaining("    at ") });
});

test("a service that refuses the token says so with its code in JSON", async () => {
  const run = await lectern("plan", "--json", "--token", "nobody");
  expect(run.status).toBe(1);
  expect(JSON.parse(run.stdout).error).toMatchObject({ code: "authentication_failed" });
});
