import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { readPage } from "#lib/store/pages.ts";
import { useTable } from "#test/support/table.ts";
import { lectern } from "./lectern.ts";

useTable();

const path = "/home/heron";

beforeAll(async () => {
  await applyManifest({
    version: 1,
    groups: [{ name: "Editors" }],
    users: [{ username: "ada" }],
    workflows: [
      {
        name: "Review",
        tasks: [
          { name: "Reading", groups: ["Editors"] },
          { name: "Approval", groups: [] },
        ],
        pages: ["/home"],
      },
    ],
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            ...{ type: "site.Blog", slug: "heron", title: "Heron" },
            children: [{ type: "site.Post", slug: "egret", title: "Egret" }],
          },
        ],
      },
      { type: "site.HomePage", slug: "other", title: "Other" },
      { type: "site.HomePage", slug: "third", title: "Third" },
    ],
  });
});

const page = async () => (await readPage((await pageIdAt(path))!))!;

test("a page is locked for all, or all but an owner, and unlocked", async () => {
  expect((await lectern("page", "lock", path)).stdout).toBe(`Locked ${path}.\n`);
  expect((await page()).lock).toMatchObject({ ownerId: null });
  expect((await lectern("page", "lock", path, "--owner", "ada")).status).toBe(0);
  expect((await page()).lock?.ownerId).toEqual(expect.any(Number));
  expect((await lectern("page", "unlock", path)).status).toBe(0);
  expect((await page()).lock).toBeNull();
});

test("a page is unpublished once", async () => {
  expect((await lectern("page", "unpublish", path)).stdout).toBe(`Unpublished ${path}.\n`);
  expect((await page()).live).toBe(false);
  expect(await lectern("page", "unpublish", path)).toMatchObject({
    status: 1,
    stderr: "The page is not live.\n",
  });
});

test("a page's latest revision is approved for a time, and the approval taken back", async () => {
  expect((await lectern("page", "schedule", path, "2090-01-01")).status).toBe(0);
  const { schedule, latestRevisionId } = await page();
  expect(schedule).toEqual({ revisionId: latestRevisionId, publishAt: "2090-01-01T00:00:00.000Z" });
  expect((await lectern("page", "unschedule", path)).status).toBe(0);
  expect((await page()).schedule).toBeNull();
});

test("a preview link of a post is made, listed and revoked", async () => {
  const egret = `${path}/egret`;
  const id = (await pageIdAt(egret))!;
  const made = await lectern("page", "preview", egret, "--days", "2", "--json");
  const link = JSON.parse(made.stdout);
  expect(link.url).toMatch(new RegExp(`^/cms/pages/${id}/previews/${link.id}/\\?key=[\\w-]{43}$`));
  expect(link.json_url).toBe(`/api${link.url}`);
  const listed = JSON.parse((await lectern("page", "previews", egret, "--json")).stdout);
  expect(listed).toEqual([
    {
      ...{ id: link.id, revision: null, created_by: null },
      ...{ created_at: expect.any(String), expires_at: link.expires_at },
    },
  ]);
  expect((await lectern("page", "preview", path)).stderr).toBe(
    "Only posts and episodes have preview links.\n",
  );
  for (const days of ["0", "31", "1.5"])
    expect((await lectern("page", "preview", egret, "--days", days)).status).toBe(2);
  const revoke = () => lectern("page", "previews", egret, "--revoke", String(link.id));
  expect((await revoke()).stdout).toBe(`Revoked preview link ${link.id} of ${egret}.\n`);
  expect(await revoke()).toMatchObject({ status: 1, stderr: "Preview link not found.\n" });
});

test("a post goes to the bin, returns, goes again and is deleted for good, a blog with all below it", async () => {
  const egret = `${path}/egret`;
  const id = (await pageIdAt(egret))!;
  expect((await lectern("page", "delete", egret)).stdout).toBe(
    `Moved ${egret} to the bin; 'lectern page restore ${id}' takes it out.\n`,
  );
  expect(await pageIdAt(egret)).toBeUndefined();
  expect((await lectern("page", "bin")).stdout).toContain("egret  Egret");
  const [binned] = JSON.parse((await lectern("page", "bin", "--json")).stdout);
  expect(binned).toMatchObject({ id, slug: "egret", title: "Egret" });
  expect((await lectern("page", "restore", `${id}`)).stdout).toBe(
    `Restored ${id} as a draft with the slug egret.\n`,
  );
  expect(await lectern("page", "restore", `${id}`)).toMatchObject({
    status: 1,
    stderr: `There is no post ${id} in the bin.\n`,
  });
  await lectern("page", "delete", egret);
  expect((await lectern("page", "purge", `${id}`)).stdout).toBe(`Deleted ${id} for good.\n`);
  expect((await lectern("page", "purge", `${id}`)).status).toBe(1);
  expect((await lectern("page", "delete", "/third", "--purge")).stdout).toBe(
    "Deleted /third for good, 1 page in all.\n",
  );
});

test("a workflow goes from task to task, back for changes, on, and to its end", async () => {
  const seen: unknown[] = [];
  for (const word of ["start", "request-changes", "start", "approve", "approve", "start", "cancel"]) {
    expect(await lectern("workflow", word, path)).toMatchObject({ status: 0, stderr: "" });
    const { workflow } = await page();
    seen.push(workflow && `${workflow.task} ${workflow.state}`);
  }
  expect(seen).toEqual([
    "Reading in_progress",
    "Reading needs_changes",
    "Reading in_progress",
    "Approval in_progress",
    null,
    "Reading in_progress",
    null,
  ]);
});

test.each<[string, readonly string[], number, string]>([
  ["a page that is not there", ["page", "lock", "/nowhere"], 1, "There is no page /nowhere."],
  ["a blog for the bin", ["page", "delete", path], 1, "Only posts and episodes go to the bin"],
  ["the root", ["page", "delete", "/", "--purge"], 1, "The root of all pages cannot be deleted."],
  ["an id that is none", ["page", "restore", "egret"], 2, "'egret' is not the id of a page"],
  ["an owner that is not there", ["page", "lock", path, "--owner", "bo"], 1, "There is no user bo."],
  ["a time that has passed", ["page", "schedule", path, "2020-01-01"], 2, "2020-01-01 is in the past;"],
  ["no time", ["page", "schedule", path, "soon"], 2, "'soon' is not a time"],
  ["a page without a workflow", ["workflow", "start", "/other"], 1, "No workflow is assigned"],
  ["no workflow to end", ["workflow", "cancel", path], 1, "The page is in no workflow."],
  ["nothing to approve", ["workflow", "approve", path], 1, "No workflow is in progress"],
])("refused with a sentence: %s", async (_name, args, status, complaint) => {
  const answer = await lectern(...args);
  expect(answer.status).toBe(status);
  expect(answer.stderr).toContain(complaint);
});
