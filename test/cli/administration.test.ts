// Proves contract rules: administrators, administered-users, administered-tokens, administered-pages.

import { beforeAll, expect, test, vi } from "vitest";
import { packedLectern } from "#cli/packed-commands.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { tableFormat } from "#lib/store/table-format.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

beforeAll(async () => {
  const webhook = { url: "https://hooks.example/", secret: `whsec_${"A".repeat(43)}=` };
  await applyManifest({
    version: 1,
    users: [{ username: "root", superuser: true, staff: true }],
    tokens: [
      { name: "root", user: "root", secret: "root" },
      { name: "admin", user: "root", secret: "admin", scopes: ["admin"] },
      { name: "writer", user: "root", secret: "writer", scopes: ["write"] },
    ],
    webhooks: [{ name: "build", ...webhook }],
    workflows: [
      { name: "Review", tasks: [{ name: "Reading", groups: ["Editors"] }], pages: ["/home/calls"] },
    ],
  });
});

type Line = readonly [input: string, ...args: string[]];

/** Over HTTP, with the program that has no store. */
const byHttp = (input: string, ...args: string[]): Promise<CommandResult> =>
  lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: "root" }, input, args, packedLectern);

const byStore = (input: string, ...args: string[]): Promise<CommandResult> =>
  lecternIn({ ...process.env }, input, args);

/** By names of the same length, which tables are as wide as. */
const ways = { http: byHttp, disk: byStore };

/** What does not depend on the way and the scene: names, ids, secrets and times do. */
const withoutChance = (text: string, name: string): string =>
  text
    .replaceAll(name, "NAME")
    .replace(/lct_\w+/g, "SECRET")
    .replace(/key=[\w-]+/g, "KEY")
    .replace(/https:\/\/notes\.example/g, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
    .replace(/ \(request [\w-]+\)/g, "")
    .replace(/\b\d+\b/g, "N");

/** Runs the lines of a scene over HTTP and those of an equal one with the store: both print the same. */
const printedAlike = async (lines: (name: string) => Promise<readonly Line[]> | readonly Line[]) => {
  const printed: Record<string, readonly CommandResult[]> = {};
  for (const [way, run] of Object.entries(ways)) {
    const name = `scene-${way}`;
    const results = [];
    for (const [input, ...args] of await lines(name)) {
      const { status, stdout, stderr } = await run(input, ...args);
      const [out, err] = [stdout, stderr].map((text) => withoutChance(text, name));
      results.push({ status, stdout: out!, stderr: err! });
    }
    printed[way] = results;
  }
  expect(printed.http).toEqual(printed.disk);
  return printed.http!.map(({ status }) => status);
};

test("the status is printed alike, and fails where a post is late", async () => {
  expect(await printedAlike(() => [["", "status"]])).toEqual([0]);
  const { stdout } = await byHttp("", "status", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ format: tableFormat, schedule: { due: 0, late_seconds: 0 } });
  const { id } = await createDraft(world.notes);
  await schedulePage(id, { permit: () => {}, publishAt: "2026-01-01T00:00:00.000Z" });
  for (const run of Object.values(ways)) {
    const late = await run("", "status");
    expect([late.status, late.stdout]).toEqual([
      1,
      expect.stringMatching(/^schedule +1 post due, the longest for \d+ days$/m),
    ]);
  }
});

test("accounts are made, changed and listed in the same words, over HTTP and with the store", async () => {
  const statuses = await printedAlike((name) => [
    ["marsh-hen-heron\n", "user", "create", name, "--groups", "Editors, Readers", "--staff"],
    ["marsh-hen-heron\n", "user", "create", name],
    ["", "user", "create", "x", "--no-password", "--groups", "None"],
    ["short\n", "user", "set-password", name],
    ["reed-warbler-nest\n", "user", "set-password", name],
    ["reed-warbler-nest\n", "user", "set-password", "nobody"],
    ["", "user", "deactivate", name],
    ["", "user", "deactivate", "nobody"],
  ]);
  expect(statuses).toEqual([0, 1, 1, 2, 0, 1, 0, 1]);
  expect((await byHttp("", "user", "list")).stdout).toBe((await byStore("", "user", "list")).stdout);
  const lists = await Promise.all(Object.values(ways).map((run) => run("", "user", "list", "--json")));
  expect(lists[0]).toEqual(lists[1]);
  expect(lists[0]!.stdout).toContain('"username": "scene-http"');
});

test("tokens are made, limited, listed and revoked in the same words", async () => {
  const statuses = await printedAlike((name) => [
    ["", "token", "create", "ada", "--name", name],
    ["", "token", "create", "ada", "--name", `${name}-json`, "--json", "--scopes", "write"],
    [
      ...["", "token", "create", "ada", "--name", `${name}-limited`, "--json", "--expires", "2090-01-01"],
      ...["--parents", "/home/notes", "--collections", "Root/Shows", "--scopes", ""],
    ] as unknown as Line,
    ["", "token", "create", "ada", "--name", name],
    ["", "token", "create", "ada", "--name", name, "--json"],
    ["", "token", "create", "ada", "--name", "x", "--scopes", "write,pubish"],
    ["", "token", "create", "nobody", "--name", "x"],
    ["", "token", "create", "ada", "--name", "x", "--parents", "/home/none"],
    ["", "token", "create", "ada", "--name", "x", "--collections", "Root/None"],
    ["", "token", "revoke", name],
    ["", "token", "revoke", name],
  ]);
  expect(statuses).toEqual([0, 0, 0, 1, 1, 2, 1, 1, 1, 0, 1]);
  const lists = await Promise.all(Object.values(ways).map((run) => run("", "token", "list", "--json")));
  expect(lists[0]).toEqual(lists[1]);
  expect(lists[0]!.stdout).toContain("scene-disk-limited");
});

test("pages are locked, scheduled, deleted and restored in the same words", async () => {
  const statuses = await printedAlike(async (name) => {
    const { id, slug } = await createDraft(world.notes, { slug: `${name}-draft` });
    const live = await createLivePost(world.notes, { slug: `${name}-live` });
    const path = `/home/notes/${slug}`;
    return [
      ["", "page", "lock", path],
      ["", "page", "lock", path, "--owner", "ada"],
      ["", "page", "lock", path, "--owner", "nobody"],
      ["", "page", "unlock", path],
      ["", "page", "lock", "/home"],
      ["", "page", "unlock", "/home"],
      ["", "page", "schedule", path, "2090-01-01T00:00Z"],
      ["", "page", "schedule", path, "2001-01-01T00:00Z"],
      ["", "page", "unschedule", path],
      ["", "page", "unpublish", `/home/notes/${live.slug}`],
      ["", "page", "unpublish", `/home/notes/${live.slug}`],
      ["", "page", "preview", path],
      ["", "page", "preview", path, "--json"],
      ["", "page", "preview", "/home/notes"],
      ["", "page", "preview", path, "--revision", "987654"],
      ["", "page", "previews", "/home/notes"],
      ["", "page", "previews", "/home/notes", "--revoke", "1"],
      ["", "page", "unpublish", "/"],
      ["", "page", "delete", path],
      ["", "page", "delete", path],
      ["", "page", "delete", "/home/notes"],
      ["", "page", "delete", "/"],
      ["", "page", "restore", String(id)],
      ["", "page", "restore", String(id)],
      ["", "page", "delete", path],
      ["", "page", "purge", String(id)],
      ["", "page", "purge", String(id)],
      ["", "page", "delete", `/home/notes/${live.slug}`, "--purge"],
      ["", "page", "lock", "/home/notes/none"],
    ];
  });
  expect(statuses).toEqual([
    0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1,
  ]);
  const { id, slug } = await createDraft(world.notes);
  const previews = ["", "page", "previews", `/home/notes/${slug}`] as const;
  for (const run of [byHttp, byHttp]) await run("", "page", "preview", `/home/notes/${slug}`);
  expect(await byHttp(...previews, "--json")).toEqual(await byStore(...previews, "--json"));
  expect(await byHttp(...previews, "--revoke", "99")).toEqual(await byStore(...previews, "--revoke", "99"));
  await byHttp("", "page", "delete", `/home/notes/${slug}`);
  const bins = await Promise.all(Object.values(ways).map((run) => run("", "page", "bin", "--json")));
  expect(bins[0]).toEqual(bins[1]);
  expect(JSON.parse(bins[0]!.stdout)).toMatchObject([{ id }]);
});

test("workflows move in the same words", async () => {
  const statuses = await printedAlike(async (name) => {
    const { slug } = await createDraft(world.calls, { slug: `${name}-reviewed` });
    const path = `/home/calls/${slug}`;
    return [
      ["", "workflow", "approve", path],
      ["", "workflow", "start", path],
      ["", "workflow", "request-changes", path],
      ["", "workflow", "start", path],
      ["", "workflow", "approve", path],
      ["", "workflow", "cancel", path],
      ["", "workflow", "start", "/home/notes"],
    ];
  });
  expect(statuses).toEqual([1, 0, 0, 0, 0, 1, 1]);
});

test("comments are listed and judged in the same words", async () => {
  const statuses = await printedAlike(async (name) => {
    const { id: page } = await createLivePost(world.notes);
    const written = { parentId: null, name, email: "bo@example.org", text: "A heron!" };
    const maxWaiting = { onSite: 1_000, onPage: 1_000 };
    const { id } = await addComment(page, { written, address: name, publishes: false, maxWaiting });
    return [
      ["", "comment", "list"],
      ["", "comment", "approve", String(id)],
      ["", "comment", "list"],
      ["", "comment", "remove", String(id)],
      ["", "comment", "refuse", "987654"],
      ["", "comment", "list", "--state", "none"],
    ];
  });
  expect(statuses).toEqual([0, 0, 0, 0, 1, 2]);
  const args = ["", "comment", "list", "--state", "removed", "--limit", "1", "--json"] as const;
  expect(await byHttp(...args)).toEqual(await byStore(...args));
});

test("webhooks are listed, tested and replayed in the same words", async () => {
  const statuses = await printedAlike(() => [
    ["", "webhook", "list"],
    ["", "webhook", "list", "--json"],
    ["", "webhook", "test", "build"],
    ["", "webhook", "test", "nobody"],
    ["", "webhook", "replay", "build", "987654"],
  ]);
  expect(statuses).toEqual([0, 0, 0, 1, 1]);
  const args = ["", "webhook", "deliveries", "build", "--limit", "1", "--json"] as const;
  expect(await byHttp(...args)).toEqual(await byStore(...args));
});

test.each([
  ["a token that lacks the scope", "writer", ["user", "list"], /'admin' scope/],
  ["the token of somebody else", "ada", ["user", "list"], /do not have permission/],
  ["a token with the scope, for webhooks", "admin", ["webhook", "list"], /do not have permission/],
  ["no valid token", "nonsense", ["user", "list"], /Invalid or expired token/],
])("%s is refused", async (_name, token, args, message) => {
  const { status, stdout, stderr } = await lecternIn(
    { LECTERN_URL: service.url, LECTERN_TOKEN: token },
    "",
    args,
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(message);
});

test.each([
  [["user", "list", "--data", "x", "--url", "https://notes.example"], /exclude/],
  [["user", "list", "--stage", "x", "--token", "t"], /exclude/],
])("%s is a wrong command line", async (args, message) => {
  const { status, stderr } = await byStore("", ...(args as string[]));
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});

test("a setting with which every request fails is named in one line", async () => {
  const wrong = "The setting PROXY_SECRET is wrong: it has less than 32 characters; take a longer one.\n";
  vi.stubEnv("PROXY_SECRET", "short");
  const printed = await byStore("", "user", "list");
  vi.unstubAllEnvs();
  expect(printed).toEqual({ status: 1, stdout: "", stderr: wrong });
});

test("the program without a store says that it has none", async () => {
  const { status, stderr } = await byHttp("", "user", "list", "--data", "x");
  expect(status).toBe(2);
  expect(stderr).toMatch(/where Lectern itself is installed/);
});
