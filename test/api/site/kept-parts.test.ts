import { expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { visit } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

let visits = 0;

/** The HTML at an address where nobody was before, so that the answer itself is not known. */
const seen = async (path: string, as: { as?: string } = {}): Promise<string> =>
  (await visit(`${path}?visit=${++visits}`, as)).body;

test("what some visitors may see is shown to them alone, whoever comes first", async () => {
  const image = await makeImage({ collectionId: world.shows, title: "Behind the reeds" });
  const picture = [{ type: "image", value: { id: image.id } }];
  const { slug } = await createLivePost(world.notes, { overview: picture, detail: picture });
  await changeSite(async ({ collections }) => ({
    collections: collections.flatMap((each) =>
      each.id === world.shows ? { ...each, restriction: { type: "login" } } : [],
    ),
  }));
  for (const path of ["/notes/", `/notes/${slug}/`]) {
    const shown: boolean[] = [];
    for (const as of [{}, { as: "ed" }, {}, { as: "ed" }] as const)
      shown.push((await seen(path, as)).includes("Behind the reeds"));
    expect([path, shown]).toEqual([path, [false, true, false, true]]);
  }
});

test("strangers see what has changed, in lists and on the post's page", async () => {
  const words = (text: string) => [{ type: "paragraph", value: `<p>${text}</p>` }];
  const live = await createLivePost(world.notes, { title: "Before", overview: words("Thin ice.") });
  const paths = ["/notes/", `/notes/${live.slug}/`];
  for (const path of paths) expect(await seen(path)).toContain("Thin ice.");
  const { id } = live;
  const body = { base_revision_id: live.latest_revision_id, title: "After", overview: words("Thick ice.") };
  expect((await call(updatePost, { as: "ada", params: { id }, body })).status).toBe(200);
  for (const path of paths) expect(await seen(path)).toContain("Thin ice.");
  expect((await call(publishPost, { as: "ada", params: { id } })).status).toBe(200);
  for (const path of paths) {
    const html = await seen(path);
    expect([path, html.includes("Thick ice."), html.includes("Thin ice.")]).toEqual([path, true, false]);
    expect(html).toContain("After");
  }
});

test("a wrong password is told to the visitor who has entered it, and to nobody else", async () => {
  const image = await makeImage({ collectionId: world.shows, title: "A hidden nest" });
  const detail = [{ type: "image", value: { id: image.id } }];
  const { slug } = await createLivePost(world.notes, { detail });
  await changeSite(async ({ collections }) => ({
    collections: collections.map((each) =>
      each.id === world.shows ? { ...each, restriction: { type: "password", passwordHash: "x" } } : each,
    ),
  }));
  const told: boolean[] = [];
  for (const query of ["password=wrong", "", "password=wrong"]) {
    const { body } = await visit(`/notes/${slug}/?${query}&visit=${++visits}`);
    expect(body).toContain("Some media on this page need a password.");
    told.push(body.includes("Wrong password."));
  }
  expect(told).toEqual([true, false, true]);
});
