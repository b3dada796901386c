// Proves contract rules: site-sections, site-digest.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
const issuer = "https://ci.example";

beforeAll(async () => {
  await applyManifest({
    version: 1,
    site: {
      name: "Test site",
      navigation: [{ title: "Notes", url: "/notes/" }],
      social_links: [{ title: "Elsewhere", url: "https://elsewhere.example" }],
    },
    authors: [{ slug: "eve", name: "Eve" }],
    collections: [{ path: "Root/Closed", restriction: { type: "password", password: "a long password" } }],
    workflows: [{ name: "Review", tasks: [{ name: "Look", groups: ["Editors"] }], pages: ["/home/notes"] }],
    webhooks: [{ name: "builds", url: "https://builds.example/hook", secret: `whsec_${"a".repeat(44)}` }],
    oidc: [{ issuer, audience: "lectern", user: "ada", claims: { repository: "notes" } }],
    redirects: [{ from: "/old/", to: "/home/notes" }],
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Podcast",
            slug: "calls",
            title: "Calls",
            podcast: { subtitle: "Of the marsh" },
            seasons: [{ key: "one", number: 1, name: "First" }],
            restriction: { type: "groups", groups: ["Readers"] },
          },
        ],
      },
    ],
  });
});

const read = async (headers: Readonly<Record<string, string>> = {}) =>
  call(readSiteThings, { as: "su", headers });

describe("GET /api/admin/site/", () => {
  test("has each section in the manifest's words, with names and ids", async () => {
    const { body } = await read();
    expect(Object.keys(body)).toEqual([
      ...["digest", "settings", "navigation", "social_links", "categories", "authors", "collections"],
      ...["groups", "workflows", "parents", "restrictions", "webhooks", "oidc", "redirects"],
    ]);
    expect(body.settings).toMatchObject({ name: "Test site" });
    expect(body.navigation).toEqual([{ title: "Notes", url: "/notes/" }]);
    expect(body.social_links).toEqual([{ title: "Elsewhere", url: "https://elsewhere.example" }]);
    expect(body.categories).toContainEqual(
      expect.objectContaining({ id: world.birds, slug: "birds", name: "Birds" }),
    );
    expect(body.authors).toEqual([expect.objectContaining({ slug: "eve", name: "Eve" })]);
    expect(body.collections).toContainEqual(expect.objectContaining({ id: world.shows, path: "Root/Shows" }));
    expect(body.groups.map(({ name }: { name: string }) => name)).toContain("Writers");
    expect(body.workflows).toEqual([
      expect.objectContaining({
        id: expect.any(Number),
        name: "Review",
        tasks: [{ name: "Look", groups: ["Editors"] }],
        pages: ["/home/notes"],
      }),
    ]);
    expect(body.parents.map(({ path, type, id }: Record<string, unknown>) => [path, type, id])).toEqual([
      ["/home", "site.HomePage", world.home],
      ["/home/notes", "site.Blog", world.notes],
      ["/home/calls", "site.Podcast", world.calls],
    ]);
    expect(body.parents[1]).toMatchObject({ title: "Notes", description: "<p>Of the marsh.</p>" });
    expect(body.parents[2]).toMatchObject({
      podcast: { subtitle: "Of the marsh" },
      seasons: [{ key: "one", number: 1, name: "First" }],
    });
    expect(body.restrictions).toEqual([
      expect.objectContaining({ page: "/home/calls", type: "groups", groups: ["Readers"] }),
    ]);
    expect(body.webhooks).toEqual([
      expect.objectContaining({ id: expect.any(Number), name: "builds", url: "https://builds.example/hook" }),
    ]);
    expect(body.oidc).toEqual([
      expect.objectContaining({ issuer, audience: "lectern", user: "ada", claims: { repository: "notes" } }),
    ]);
    expect(body.redirects).toEqual([expect.objectContaining({ from: "/old/", to: "/home/notes" })]);
  });

  test("has no posts, secrets, users and tokens", async () => {
    const { path } = await createLivePost(world.notes, { title: "Low water" }).then(() => ({
      path: "Low water",
    }));
    const { text, body } = await read();
    expect(text).not.toContain(path);
    expect(text).not.toContain("whsec_");
    expect(text).not.toContain('password":');
    expect(body.collections).toContainEqual(expect.objectContaining({ restriction: { type: "password" } }));
    expect(body).not.toHaveProperty("users");
    expect(body).not.toHaveProperty("tokens");
  });

  test("answers 304 to its digest, which is the ETag", async () => {
    const { body, headers } = await read();
    expect(headers.etag).toBe(`"${body.digest}"`);
    const again = await read({ "if-none-match": String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("has another digest after each change, and the same after none", async () => {
    const first = (await read()).body.digest;
    expect((await read()).body.digest).toBe(first);
    await applyManifest({ version: 1, categories: [{ slug: "ice", name: "Ice" }] });
    expect((await read()).body.digest).not.toBe(first);
  });

  test("has another digest once a secret is another one, which nobody is shown", async () => {
    const first = (await read()).body;
    await applyManifest({
      version: 1,
      collections: [{ path: "Root/Closed", restriction: { type: "password", password: "another password" } }],
    });
    const second = (await read()).body;
    expect(second.digest).not.toBe(first.digest);
    expect(second.collections).toEqual(first.collections);
  });

  test("names images without a key as an export does", async () => {
    const image = await makeImage({});
    const { body } = await read();
    const changed = await call(updateSiteThings, {
      as: "su",
      body: { base_digest: body.digest, set: { settings: { logo: { image: `image-${image.id}` } } } },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.settings.logo).toEqual({ image: `image-${image.id}` });
    const { manifest } = await exportManifest();
    expect(manifest.site).toMatchObject({ logo: { image: `image-${image.id}` } });
  });
});
