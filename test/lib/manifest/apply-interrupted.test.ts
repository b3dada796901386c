import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { readAudit } from "#lib/store/audit.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { interruptAfter } from "./interrupted-writes.ts";
import { blogWith, post } from "./site.ts";
import { withoutUuids } from "./without-uuids.ts";

const site = (title: string, posts: readonly object[]) =>
  blogWith(posts, {
    site: { name: title },
    groups: [{ name: "Editors", admin_access: true, pages: [{ page: "/home/notes", allow: ["add"] }] }],
    users: [{ username: "ada", groups: ["Editors"], email: `${title}@example.org` }],
    tokens: [{ name: "ci", user: "ada", secret: title }],
    categories: [{ slug: "nature", name: title }],
    collections: [{ path: "Root/Shows", restriction: { type: "groups", groups: ["Editors"] } }],
  });

const first = site("first", [
  post("heron", {
    owner: "ada",
    categories: ["nature"],
    draft: { slug: "drafted" },
    restriction: { type: "login" },
  }),
  post("gone", { live: false, draft: { title: "Draft" } }),
]);
const second = site("second", [post("heron", { title: "Changed" }), post("new")]);

/** The site without its numbers: its manifest, and the history of its pages. */
const storyOf = async () => {
  const histories: Record<string, readonly string[]> = {};
  for (const path of ["/home", "/home/notes", "/home/notes/heron", "/home/notes/new", "/home/notes/gone"]) {
    const id = await pageIdAt(path);
    if (id !== undefined) histories[path] = (await readAudit(id)).map(({ kind }) => kind);
  }
  return { manifest: withoutUuids((await exportManifest()).manifest), histories };
};

test.each<[string, object | undefined, object]>([
  ["on an empty service", undefined, first],
  ["on one that is changed and pruned", first, second],
])("a run %s that ends between any two writes is completed by the next one", async (_name, before, file) => {
  await useEmptyTable();
  if (before) await applyManifest(before);
  const beginning = await wholeTable();
  const run = () => applyManifest(file, { prune: before !== undefined });
  await run();
  const whole = await storyOf();
  let writes = 0;
  for (let interrupted = true; interrupted; writes++) {
    await restoreTable(beginning);
    interrupted = await interruptAfter(writes, run);
    await run();
    expect(await storyOf(), `after ${writes} writes`).toEqual(whole);
    expect(await run()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
  }
  expect(writes).toBeGreaterThan(15);
});
