// Proves contract rules: site-changes, own-rights.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { changeSiteDocument, readSiteDocument } from "#lib/manifest/site/change-site-document.ts";
import { nameMembers, siteSections } from "#lib/manifest/site/site-sections.ts";
import type { ObjectFields } from "#lib/object-fields.ts";
import { podcastDetailFields } from "#lib/pages/podcast.ts";
import { authorFields, categoryFields, settingFields } from "#lib/site/site.ts";
import { sampleObject } from "#test/support/sent-fields.ts";
import { useWorld } from "#test/support/world.ts";
import { changeThings, problemPaths, readThings } from "./site-things.ts";

useWorld();

type Things = Readonly<Record<string, unknown>>;

const issuer = "https://ci.example";

/** Objects with every member that a manifest may say of them. */
const samples: Readonly<Record<string, unknown>> = {
  settings: {
    name: "Marsh",
    base_url: "https://marsh.example",
    theme_switch: true,
    timezone: "Europe/Berlin",
    locale: "de",
    embed_hosts: ["video.example"],
  },
  navigation: [{ title: "Notes", url: "/notes/" }],
  social_links: [{ title: "Far", url: "https://far.example" }],
  categories: [{ slug: "ice", name: "Ice" }],
  authors: [{ slug: "eve", name: "Eve" }],
  collections: [{ path: "Root/Shows", restriction: { type: "groups", groups: ["Readers"] } }],
  groups: [
    {
      name: "Crew",
      admin_access: true,
      pages: [{ page: "/home/notes", allow: ["add", "change"] }],
      collections: [{ collection: "Root/Shows", images: ["add"], audios: ["choose"], videos: ["delete"] }],
    },
  ],
  workflows: [{ name: "Review", tasks: [{ name: "Look", groups: ["Editors"] }], pages: ["/home/notes"] }],
  parents: [
    {
      path: "/home/tides",
      type: "site.Podcast",
      title: "Tides",
      seo_title: "Tides of the marsh",
      search_description: "All of them",
      description: '<p>See <a linktype="page" id="/home/notes">the notes</a>.</p>',
      theme: "plain",
      podcast: { subtitle: "Twice a day", author: "Ada", owner: { name: "Ada", email: "ada@notes.example" } },
      comments_enabled: false,
      show_in_menus: true,
      seasons: [{ key: "one", number: 1, name: "First" }],
      live: false,
    },
  ],
  restrictions: [{ page: "/home/calls", type: "groups", groups: ["Readers"] }],
  webhooks: [
    {
      name: "builds",
      url: "https://builds.example",
      secret: `whsec_${"a".repeat(44)}`,
      events: ["page.published"],
      parents: ["/home/notes"],
      coalesce_seconds: 60,
      active: false,
    },
  ],
  oidc: [
    {
      issuer,
      audience: "lectern",
      user: "ada",
      claims: { repository: "one" },
      scopes: ["write"],
      parents: ["/home/notes"],
      collections: ["Root/Shows"],
    },
  ],
  redirects: [{ from: "/old/", to: "/home/notes", feed: "posts.atom" }],
};

/** The sample of a section as a manifest has it. */
const inManifest = (section: string): object => {
  const sample = samples[section];
  if (["settings", "navigation", "social_links"].includes(section))
    return { site: section === "settings" ? sample : { ...(samples.settings as object), [section]: sample } };
  const [object] = sample as Things[];
  const home = (children: readonly object[]) => ({
    pages: [{ type: "site.HomePage", slug: "home", title: "Home", children }],
  });
  if (section === "parents") {
    const { path: _, ...page } = object!;
    return home([{ ...page, slug: "tides" }]);
  }
  if (section === "restrictions") {
    const { page: _, ...restriction } = object!;
    return home([{ type: "site.Podcast", slug: "calls", title: "Calls", restriction }]);
  }
  return { [section]: sample };
};

const shownIn = (things: Things, section: string): unknown => {
  const value = things[section];
  if (!Array.isArray(value) || !(section in nameMembers)) return value;
  const members = nameMembers[section as keyof typeof nameMembers];
  const [sample] = samples[section] as Things[];
  const object = value.find((each: Things) => members.every((member) => each[member] === sample?.[member]));
  const { id: _, managed_by: __, ...said } = object ?? {};
  return said;
};

describe("what a change takes, a manifest takes, and the reverse", () => {
  test.each(siteSections)("of %s", async (section) => {
    expect((await changeThings({ set: { [section]: samples[section] } })).status).toBe(200);
    const byChange = shownIn(await readThings(), section);
    const { status } = await changeThings(
      section === "settings"
        ? {
            set: {
              settings: Object.fromEntries(
                Object.keys(samples.settings as object).map((name) => [name, null]),
              ),
            },
          }
        : section === "navigation" || section === "social_links"
          ? { set: { [section]: [] } }
          : section === "collections"
            ? { set: { collections: [{ path: "Root/Shows", restriction: null }] } }
            : { remove: { [section]: [nameOf(section)] } },
    );
    expect(status).toBe(200);
    expect(shownIn(await readThings(), section)).not.toEqual(byChange);
    await applyManifest({ version: 1, ...inManifest(section) });
    expect(shownIn(await readThings(), section)).toEqual(byChange);
    if (section === "restrictions") await changeThings({ remove: { restrictions: ["/home/calls"] } });
  });

  const nameOf = (section: string): unknown => {
    const members = nameMembers[section as keyof typeof nameMembers];
    const [sample] = samples[section] as Things[];
    return members.length === 1
      ? sample?.[members[0]]
      : Object.fromEntries(members.map((member) => [member, sample?.[member]]));
  };

  test("of a whole export, part by part", async () => {
    const before = await readThings();
    const { manifest } = await exportManifest();
    for (const section of [
      "categories",
      "authors",
      "collections",
      "groups",
      "workflows",
      "redirects",
    ] as const)
      expect((await changeThings({ set: { [section]: manifest[section] } })).body).toEqual(before);
  });

  test("without members that a manifest does not have", async () => {
    for (const section of siteSections) {
      if (section === "navigation" || section === "social_links") continue;
      const sample = samples[section];
      const wrong = Array.isArray(sample)
        ? [{ ...sample[0], titel: 1 }]
        : { ...(sample as object), titel: 1 };
      const at = Array.isArray(sample) ? `set.${section}.0.titel` : `set.${section}.titel`;
      expect([section, problemPaths(await changeThings({ set: { [section]: wrong } }))]).toEqual([
        section,
        [`${at}/unsupported`],
      ]);
    }
  });

  test("of every declared field that names nothing else", async () => {
    const without = (fields: ObjectFields) =>
      Object.fromEntries(
        Object.entries(fields).filter(
          ([, { type }]) => !["image", "persons", "page", "pages"].includes(type),
        ),
      ) as ObjectFields;
    const { navigation, social_links, ...settings } = sampleObject(without(settingFields));
    const podcast = sampleObject(without(podcastDetailFields));
    const { status, body, text } = await changeThings({
      set: {
        ...{ settings, navigation, social_links },
        categories: [sampleObject(categoryFields)],
        authors: [sampleObject(authorFields)],
        parents: [{ path: "/home/calls", podcast }],
      },
    });
    expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
    expect(body).toMatchObject({ settings, navigation, social_links });
    expect(body.parents.find(({ path }: Things) => path === "/home/calls").podcast).toMatchObject(podcast);
  });
});

describe("the trust by which the caller's token came", () => {
  beforeAll(() =>
    changeThings({ set: { oidc: [{ issuer, audience: "own", user: "su", claims: { repository: "own" } }] } }),
  );

  const send = async (body: object) => {
    const { digest: baseDigest, document } = await readSiteDocument();
    const { trusts } = await import("#lib/store/site.ts").then(({ readSite }) => readSite());
    const trustId = trusts.find(({ audience }) => audience === "own")!.id;
    const caller = { groups: [], trustId };
    const answer = changeSiteDocument({ baseDigest, ...body, caller, exposed: false });
    return {
      document,
      problems: await answer.then(
        () => [],
        (error) => error.details.problems,
      ),
    };
  };

  test.each([
    ["removed", { remove: { oidc: [{ issuer, audience: "own", user: "su" }] } }, "remove.oidc.0"],
    [
      "changed",
      { set: { oidc: [{ issuer, audience: "own", user: "su", claims: { repository: "other" } }] } },
      "set.oidc.0",
    ],
  ])("cannot be %s", async (_how, body, path) => {
    const { problems, document } = await send(body);
    expect(problems).toEqual([expect.objectContaining({ path, code: "invalid" })]);
    expect((await readSiteDocument()).document).toEqual(document);
  });

  test("stays beside other changes of trusts", async () => {
    const other = { issuer, audience: "other", user: "su", claims: { repository: "other" } };
    expect((await send({ set: { oidc: [other] } })).problems).toEqual([]);
  });
});
