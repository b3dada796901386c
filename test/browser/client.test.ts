import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { cookiesOf } from "#test/support/session.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";
import { useServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

const world = useWorld();
const site = useServedSite();

let client = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "packages/client/src/index.ts")],
    ...{ bundle: true, format: "iife", globalName: "lectern", write: false },
  });
  client = outputFiles[0]!.text;
});

/** Runs a text in a page of the service with the client, as `lectern`, and an editor of who is signed in. */
const tabOf = async (username: string) => {
  const page = await site.open("/api/docs/");
  const signIn = async (name: string) =>
    page.context().addCookies(cookiesIn(await cookiesOf(name), site.url));
  await signIn(username);
  await page.evaluate(`${client};
    globalThis.lectern = lectern;
    globalThis.editor = lectern.createEditor({ url: location.origin, session: true, attempts: 1 });`);
  return { page, signIn, run: (text: string) => page.evaluate<unknown>(`(async () => { ${text} })()`) };
};

test("in a page of the service the client writes as who is signed in, also once that is another person", async () => {
  const { page, signIn, run } = await tabOf("ada");
  const draft = `{ title: "Hail", slug: "hail", parent: { id: ${world.notes} }, overview: [] }`;
  const written = await run(`
    const { user } = await editor.request("get", "/api/editor/whoami/");
    globalThis.draft = await editor.posts.create(${draft});
    const typed = { base_revision_id: draft.latest_revision_id, fields: { title: "Ha" } };
    const { version } = await editor.posts.storeWorkingCopy(draft.id, typed);
    const { live, working_copy } = await editor.posts.publish(draft, { workingCopy: version });
    const { title } = await editor.page(draft.id);
    return [user.username, live, working_copy, title];`);
  expect(written).toEqual(["ada", true, undefined, "Hail"]);
  await signIn("cy");
  const refused = await run(`
    const { user } = await editor.request("get", "/api/editor/whoami/");
    const error = await editor.posts.delete(draft).catch((error) => error);
    return [user.username, error.status, error.code];`);
  expect(refused).toEqual(["cy", 403, "permission_denied"]);
  await page.context().clearCookies();
  const strange = await run(`return (await editor.posts.read(draft.id).catch((error) => error)).status;`);
  expect(strange).toBe(403);
  await page.close();
});

test("it uploads a file that a page has", async () => {
  const { page, run } = await tabOf("ada");
  const uploaded = await run(`
    const canvas = Object.assign(document.createElement("canvas"), { width: 30, height: 20 });
    const drawn = await new Promise((done) => canvas.toBlob(done));
    const file = lectern.uploadFileOf(drawn, "a.png");
    const { title } = await editor.uploadImage(file, { title: "A field", collection: ${world.shows} });
    const found = await editor.findImage(file);
    return [title, found.title];`);
  expect(uploaded).toEqual(["A field", "A field"]);
  await page.close();
});
