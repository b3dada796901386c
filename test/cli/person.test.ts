// Proves contract rules: erased-people.
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personRules } from "#lib/actions/person/person-rules.ts";
import { storedAttributes } from "#lib/actions/person/stored-attributes.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { itemKindNames, itemKindOf } from "#lib/store/item-kinds.ts";
import { readPage } from "#lib/store/pages.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { putSetupMark } from "#lib/store/setup.ts";
import { interruptAfter } from "#test/lib/manifest/interrupted-writes.ts";
import { call } from "#test/support/call.ts";
import { makePersonalSite, readable, tracesIn, zenobia } from "#test/support/personal-site.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { useReceiver } from "#test/support/webhook-receiver.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";
import { backupIn } from "./backup-content.ts";
import { lectern } from "./lectern.ts";

const world = useWorld();
useServedFiles();
const receiver = useReceiver();

let site: Awaited<ReturnType<typeof makePersonalSite>>;
/** The table with zenobia. */
let before: readonly Item[];
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "lectern-person-"));
  site = await makePersonalSite(world, receiver);
  await commitDecision(async () => ({ writes: [putSetupMark("0".repeat(64))], value: undefined }));
  before = await wholeTable();
});
afterAll(() => rm(place, { recursive: true }));

/** The paths of what is stored, of which nobody has said what they hold of people. */
const unsaid = (value: unknown, holding: unknown, path: string): readonly string[] => {
  if (typeof holding === "string") return [];
  if (Array.isArray(value)) return value.flatMap((each) => unsaid(each, holding, `${path}[]`));
  if (value === null || typeof value !== "object") return holding === undefined ? [path] : [];
  if (holding === undefined) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    unsaid(member, (holding as Item)[name], `${path}.${name}`),
  );
};

test("of every attribute of every kind of item it is said what it holds of people", () => {
  const found = new Set<string>();
  const missing = new Set<string>();
  for (const { pk, sk, expires_at, ...attributes } of before) {
    const kind = itemKindOf({ pk, sk })!;
    found.add(kind);
    for (const path of unsaid(readable(attributes), storedAttributes[kind], kind)) missing.add(path);
  }
  expect([...missing]).toEqual([]);
  // They count requests to CloudFront, and name a backup.
  expect(itemKindNames.filter((kind) => !found.has(kind))).toEqual(["invalidations", "restoration"]);
});

test("the page on personal data has a row for each kind with something of a person", async () => {
  const text = await readFile(join(root, "docs/personal-data.md"), "utf8");
  for (const rule of Object.values(personRules)) if ("title" in rule) expect(text).toContain(rule.title);
});

test("a kind with something of a person has a rule that erases it, or expires", () => {
  const isPersonal = (holding: unknown): boolean =>
    typeof holding === "string"
      ? holding === "person" || holding === "secret"
      : Object.values(holding as Item).some(isPersonal);
  const staying = itemKindNames.filter((kind) => personRules[kind].erasure === "stays");
  expect(staying.filter((kind) => isPersonal(storedAttributes[kind]))).toEqual([]);
});

const exported = async (...args: readonly string[]) => {
  const { status, stdout, stderr } = await lectern("person", "export", ...args);
  return { status, stderr, ...(JSON.parse(stdout) as { person: Item; items: readonly Item[] }) };
};

test("an export has something of every kind, and no secret", async () => {
  const { status, stderr, person, items } = await exported("zenobia");
  expect([status, stderr]).toEqual([0, `Exported ${items.length} items of zenobia.\n`]);
  expect(person).toEqual({ username: "zenobia" });
  const personal = itemKindNames.filter((kind) => "title" in personRules[kind]);
  expect(new Set(items.map(({ item }) => item))).toEqual(new Set(personal));
  const texts = items.filter(({ item }) => item === "comments").map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["By Zenobia", "From zenobia"]));
  expect(items).toContainEqual(expect.objectContaining({ item: "token", name: "zenobia-laptop" }));
  const all = JSON.stringify(items);
  const secrets = JSON.stringify(before.filter(({ pk }) => /^(CREDENTIAL|TOKENS|USERS)/.test(String(pk))));
  for (const secret of secrets.match(/[0-9a-f]{64}|[\w-]{43}|\$argon2[^"]+/g)!)
    expect(all).not.toContain(secret);
  expect(all).not.toMatch(/secretHash|csrf|uploadId|passwordHash/);
});

test("an export to a file is for its owner only, and whole or not there", async () => {
  const file = join(place, "zenobia.json");
  expect(await lectern("person", "export", "zenobia", "--output", file)).toMatchObject({
    status: 0,
    stdout: "",
  });
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(JSON.parse(await readFile(file, "utf8")).items.length).toBeGreaterThan(20);
  const { status, stderr } = await lectern("person", "export", "zenobia", "--output", join(place, "no", "x"));
  expect([status, stderr]).toEqual([1, expect.stringContaining("cannot be written")]);
});

test("without --yes, an erasure says what it would do, and changes nothing", async () => {
  const { status, stdout, stderr } = await lectern("person", "erase", "zenobia");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Would erase zenobia:\n/)]);
  expect(stdout).toMatch(/^\d+ +revisions +kept, without the person$/m);
  expect(stdout).toMatch(/^1 +comments that wait for a moderator +removed$/m);
  expect(stderr).toContain("A manifest has made this account.");
  expect(stderr).toContain("Nothing is changed yet: --yes erases it, for good.");
  expect(await wholeTable()).toEqual(before);
});

const revisionsOf = async (id: number) =>
  (await call(listPostRevisions, { as: "su", params: { id } })).body.results;

test("an erasure leaves no trace of the person, and the rest of the site as it was", async () => {
  const shown = (await call(readLivePage, { params: { id: site.post.id } })).body;
  const { status, stdout } = await lectern("person", "erase", "zenobia", "--yes", "--json");
  const { erased, items } = JSON.parse(stdout);
  expect([status, erased]).toEqual([0, true]);
  expect(items).toContainEqual(expect.objectContaining({ item: "user", count: 1, erasure: "last" }));
  const after = await wholeTable();
  expect(tracesIn(after)).toEqual([]);
  expect((await exported("--email", zenobia.email)).items).toEqual([]);
  expect(await verifyCatalog()).toEqual([]);
  expect((await lectern("catalog", "verify")).stdout).not.toContain("differs");
  expect((await lectern("files", "verify", "--json")).stdout).not.toContain("uploads/");
  // What she wrote stays, and so does what others have said.
  expect((await call(readLivePage, { params: { id: site.post.id } })).body).toEqual(shown);
  for (const { user, client } of await revisionsOf(site.post.id))
    expect([user, client]).toEqual([null, null]);
  const kindsOf = (table: readonly Item[], kind: string) => table.filter((item) => itemKindOf(item) === kind);
  for (const kind of ["revision", "media", "page", "bin", "live", "listing"])
    expect(kindsOf(after, kind).length, kind).toBe(kindsOf(before, kind).length);
  const comments = await readComments((await readPage(site.discussed.id))!);
  expect(comments?.map(({ text }) => text)).toEqual(["An answer"]);
  expect((await readPage(site.locked.id))?.lock).toMatchObject({ ownerId: null });
  expect((await readAudit(1)).map(({ kind, userId }) => [kind, userId])).toEqual([["lectern.erase", null]]);
  expect((await call(listPostRevisions, { as: "ada", params: { id: site.post.id } })).status).toBe(401);
});

test("a backup of the erased site does not bring the person back", async () => {
  const folder = join(place, "backup");
  expect(await lectern("backup", folder)).toMatchObject({ status: 0 });
  const lines = await backupIn(folder);
  expect([...lines.values()].filter((text) => /zenobia|777001/i.test(text))).toEqual([]);
});

test("an erasure that is killed again and again goes on where it was, and ends whole", async () => {
  await restoreTable(before);
  const erase = async () => {
    const { status, stderr } = await lectern("person", "erase", "zenobia", "--yes");
    if (status !== 0) throw new Error(stderr);
  };
  let writes = 1;
  while (await interruptAfter(writes, erase)) writes++;
  expect(writes).toBeGreaterThan(8);
  expect(tracesIn(await wholeTable())).toEqual([]);
  expect(await verifyCatalog()).toEqual([]);
});

test("a visitor who commented is found by address or name, in any case, and their comments are removed", async () => {
  await restoreTable(before);
  const chosen = ["--email", "BO@example.org", "--name", "bo"];
  const { items } = await exported(...chosen);
  expect(new Set(items.map(({ item }) => item))).toEqual(
    new Set(["comments", "binnedComments", "waitingComment"]),
  );
  expect((await exported("--email", "bo@example.org", "--name", "Beau")).items).toEqual([]);
  expect(await lectern("person", "erase", ...chosen, "--yes")).toMatchObject({ status: 0 });
  expect((await exported("--email", "bo@example.org")).items).toEqual([]);
  expect((await exported("--email", zenobia.email)).items.length).toBeGreaterThan(3);
  expect(await verifyCatalog()).toEqual([]);
});

test("an address of an account says so, since the account stays", async () => {
  const { stderr } = await lectern("person", "erase", "--email", zenobia.email.toUpperCase());
  expect(stderr).toContain("The account zenobia has this address; it stays unless you name it.");
});

test("the last superuser is not erased", async () => {
  const { status, stderr } = await lectern("person", "erase", "su", "--yes");
  expect([status, stderr]).toEqual([1, expect.stringContaining("is the only active superuser")]);
  expect(await lectern("person", "erase", "nobody", "--yes")).toMatchObject({
    status: 1,
    stderr: "There is no user nobody.\n",
  });
});

test.each([
  [[], "USERNAME is missing, or --email and --name of somebody who commented."],
  [
    ["zenobia", "--name", "Bo"],
    "USERNAME is for an account, --email and --name are for a visitor; give one of these.",
  ],
  [["--email", " "], "--email is empty."],
  [["zenobia", "bo"], "Unexpected argument 'bo'."],
])("%j names no person", async (args, message) => {
  const { status, stderr } = await lectern("person", "erase", ...args);
  expect([status, stderr.split("\n")[0]]).toEqual([2, message]);
});

test("an item of a kind that nobody knows stops both commands, and nothing is erased", async () => {
  await restoreTable([...before, { pk: "FUTURE", sk: "ROW" }]);
  for (const args of [["export"], ["erase", "--yes"]]) {
    const [word, ...rest] = args;
    const { status, stderr } = await lectern("person", word!, "--name", "Bo", ...rest);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/does not know, FUTURE ROW; use a later one\.\n$/),
    ]);
  }
  expect(await wholeTable()).toEqual(expect.arrayContaining([...before]));
});
