import { dirname } from "node:path";
import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

const run = (command: string, token: string, folder: string, ...options: string[]) =>
  lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: token }, "", [
    ...[command, folder, "--parent", "/home/notes", ...options],
  ]);

const publish = (token: string, folder: string, ...options: string[]) =>
  run("publish", token, folder, ...options);

const fileWith = async (name: string, ...keys: string[]) =>
  dirname(
    await service.write(`${name}/${name}.md`, ["---", `title: ${name}`, ...keys, "---", ""].join("\n")),
  );

test("--create-terms makes the categories and authors that the site lacks, and changes no others", async () => {
  await applyManifest({
    version: 1,
    categories: [{ slug: "terms-known", name: "A name of its own" }],
    authors: [{ slug: "terms-ada", name: "Ada of the fens" }],
  });
  const folder = await fileWith(
    "terms",
    "categories: [terms-known, terms-new]",
    "authors: [terms-ada, terms-bo]",
  );
  const planned = await run("plan", "su", folder, "--create-terms");
  expect(planned.stderr).toBe("To be made: category terms-new, author terms-bo.\n");
  expect([planned.status, planned.stdout]).toEqual([0, expect.stringMatching(/^create .*terms\.md/m)]);
  const made = await publish("su", folder, "--create-terms", "--json");
  expect([made.status, made.stderr]).toEqual([0, "Made: category terms-new, author terms-bo.\n"]);
  const { id } = JSON.parse(made.stdout).results[0];
  const post = (await call(readPost, { as: "ada", params: { id } })).body;
  expect([post.categories.length, post.authors]).toEqual([2, ["terms-ada", "terms-bo"]]);
  const exported = await lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: "su" }, "", ["export"]);
  expect(exported.stdout).toContain("A name of its own");
  expect(exported.stdout).toContain("Ada of the fens");
  expect(await publish("su", folder, "--create-terms")).toMatchObject({ status: 0, stderr: "" });
});

test("where the token may not make them, what makes them is printed, and nothing is made", async () => {
  const folder = await fileWith("denied", "categories: [denied-new]");
  const denied = await publish("ada", folder, "--create-terms");
  expect(denied.status).toBe(2);
  expect(denied.stderr).toContain(
    "an administrator can apply:\n  version: 1\n  categories:\n    - slug: denied-new\n      name: denied-new\n",
  );
});

test("without the option, what makes the categories is printed beside the faults", async () => {
  const folder = await fileWith("hinted", "categories: [hinted-new]");
  const hinted = await publish("ada", folder);
  expect(hinted.status).toBe(2);
  expect(hinted.stderr).toMatch(/hinted\.md:3: categories: There is no "hinted-new"/);
  expect(hinted.stderr).toMatch(
    /--create-terms makes these categories.*\n {2}version: 1\n {2}categories:\n {4}- slug: hinted-new/,
  );
});

test("a slug that no category can have is told, and other files are published", async () => {
  const folder = await fileWith("odd", 'categories: ["Two words!"]');
  await service.write("odd/even.md", "---\ntitle: Even\nslug: terms-even\ncategories: [even-new]\n---\n");
  const odd = await publish("su", folder, "--create-terms");
  expect(odd.status).toBe(2);
  expect(odd.stderr).toContain('Not made: the category "Two words!", because');
  expect(odd.stderr).toContain("Made: category even-new.");
  expect(odd.stderr).not.toContain("--create-terms makes");
  expect(odd.stdout).toContain("1 published");
});
