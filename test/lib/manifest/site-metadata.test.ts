import { beforeEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { BlogContent } from "#lib/pages/content.ts";
import { podcastDefaults } from "#lib/pages/podcast.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useFiles } from "#test/support/files.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useMediaFolder } from "./media-folder.ts";
import { problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

useFiles();
const folder = useMediaFolder();

const everything = {
  guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  artwork: { image: "cover" },
  subtitle: "Sounds of a marsh",
  author: "Ada and Bo",
  owner: { name: "Ada", email: "ada@notes.example" },
  language: "en-GB",
  categories: ["Science > Nature", "Arts"],
  explicit: true,
  copyright: "© 2026 Field Notes",
  type: "serial",
  funding: [{ url: "https://notes.example/give", text: "Buy us waders" }],
  locked: true,
  license: { name: "cc-by-4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  location: { name: "The marsh", geo: "geo:52.6,1.6", osm: "R113314" },
  txt: [{ text: "reed-17", purpose: "verify" }],
  persons: [
    { name: "Ada", image: { image: "cover" } },
    { name: "Bo", role: "guest", group: "cast", link: "https://bo.example/" },
  ],
};

const manifest = (podcast: object | null | undefined, more: object = {}): object => ({
  version: 1,
  images: [{ key: "cover", title: "Cover", file: "cover.png" }],
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [{ type: "site.Podcast", key: "calls", slug: "calls", title: "Calls", podcast }],
    },
  ],
  ...more,
});

interface ExportedPage {
  readonly podcast?: object;
  readonly children: readonly ExportedPage[];
}

const folderWith = async (width: number, height = width): Promise<string> => {
  await folder.write("cover.png", await samplePicture("png", { width, height }));
  return folder.path;
};

const refusals = async (site: object, beside = "."): Promise<string[]> =>
  (await problemsOf(applyManifest(site, { folder: beside }))).map(
    ({ path, message }) => `${path}: ${message}`,
  );

describe("what a podcast says of itself", () => {
  test("is stored with its content, and a second run changes nothing", async () => {
    const beside = await folderWith(1400);
    const { ids } = await applyManifest(manifest(everything), { folder: beside });
    const stored = await readEditablePage(ids.pages.calls!);
    expect((stored!.latest!.content as BlogContent).podcast).toEqual({
      ...everything,
      artwork: ids.images.cover,
      categories: [
        { name: "Science", subcategory: "Nature" },
        { name: "Arts", subcategory: null },
      ],
      persons: [
        { name: "Ada", role: "", group: "", link: "", image: ids.images.cover },
        { name: "Bo", role: "guest", group: "cast", link: "https://bo.example/", image: null },
      ],
    });
    expect(await applyManifest(manifest(everything), { folder: beside })).toMatchObject({
      created: 0,
      updated: 0,
    });
  });

  test("has a default for each field that is not named", async () => {
    const beside = await folderWith(60);
    const { ids } = await applyManifest(manifest({ author: "Ada" }), { folder: beside });
    const stored = await readEditablePage(ids.pages.calls!);
    expect((stored!.latest!.content as BlogContent).podcast).toEqual({ ...podcastDefaults, author: "Ada" });
  });

  test("comes back from an export as it was written", async () => {
    await applyManifest(manifest(everything), { folder: await folderWith(3000) });
    const { pages } = (await exportManifest()).manifest as { pages: ExportedPage[] };
    expect(pages[0]?.children[0]?.podcast).toEqual(everything);
  });

  test.each([
    [{ guid: "calls" }, "guid: expected a UUID such as 917393e3-1b1e-5cef-ace4-edaa54e1f810"],
    [{ language: "e_" }, "language: expected a language tag such as en or en-GB"],
    [
      { owner: { name: "Ada", email: "ada" } },
      "owner.email: expected an e-mail address such as ada@notes.example",
    ],
    [{ categories: ["Fiction > Poems"] }, /categories\[0\]: expected one of Fiction > Comedy Fiction, /],
    [{ categories: ["Birds"] }, /categories\[0\]: expected one of Arts, Business, /],
    [{ categories: ["constructor > x"] }, /categories\[0\]: expected one of Arts, /],
    [{ type: "daily" }, "type: expected one of episodic, serial"],
    [{ persons: [{ name: " " }] }, "persons[0].name: expected text that is not blank"],
    [
      { persons: [{ name: "Ada", link: "ada" }] },
      "persons[0].link: expected an address that begins with https:// or http://",
    ],
    [
      { persons: [{ name: "Ada", image: { image: "nothing" } }] },
      "persons[0].image.image: there is no image nothing",
    ],
    [{ artwork: { image: "nothing" } }, "artwork.image: there is no image nothing"],
  ])("is refused where it is %j", async (podcast, problem) => {
    const [refusal, ...others] = await refusals(manifest(podcast), await folderWith(60));
    expect(others).toEqual([]);
    const place = "pages[0].children[0].podcast.";
    if (typeof problem === "string") expect(refusal).toBe(place + problem);
    else expect(refusal).toMatch(problem);
  });

  test.each([
    [1399, 1399],
    [3001, 3001],
    [1400, 1500],
  ])("is refused with artwork of %i × %i pixels", async (width, height) => {
    const problems = await refusals(manifest(everything), await folderWith(width, height));
    expect(problems).toEqual([
      `pages[0].children[0].podcast.artwork.image: expected a square JPEG or PNG of 1400 to 3000 pixels; ` +
        `cover is png of ${width} × ${height}`,
    ]);
  });

  test("is refused with small artwork that is in the service and not in the file", async () => {
    await applyManifest(manifest(null), { folder: await folderWith(60) });
    const problems = await refusals(manifest(everything, { images: [] }));
    expect(problems).toEqual([expect.stringContaining("cover is png of 60 × 60")]);
  });
});

const siteFields = {
  name: "Field Notes",
  logo: { image: "cover" },
  favicon: { image: "cover" },
  share_image: { image: "cover" },
  navigation: [{ title: "Notes", url: "/notes/" }],
  social_links: [{ title: "Birds elsewhere", url: "https://social.example/@notes" }],
  rich_text_features: ["bold", "h2"],
  timezone: "Europe/Berlin",
  websub_hub: "https://hub.example/",
};

describe("what a site says of itself", () => {
  test("is stored, names images of the same file, and a second run changes nothing", async () => {
    const beside = await folderWith(60);
    const { ids } = await applyManifest(manifest(null, { site: siteFields }), { folder: beside });
    const cover = ids.images.cover;
    expect((await readSite()).settings).toMatchObject({
      logo: cover,
      favicon: cover,
      shareImage: cover,
      navigation: siteFields.navigation,
      socialLinks: siteFields.social_links,
      richTextFeatures: ["bold", "h2"],
      timezone: "Europe/Berlin",
      websubHub: "https://hub.example/",
    });
    expect(await applyManifest(manifest(null, { site: siteFields }), { folder: beside })).toMatchObject({
      created: 0,
      updated: 0,
    });
  });

  test("comes back from an export as it was written", async () => {
    await applyManifest(manifest(null, { site: siteFields }), { folder: await folderWith(60) });
    expect((await exportManifest()).manifest.site).toEqual({ ...siteFields, theme: "plain", locale: "en" });
  });

  test.each([
    [{ logo: { image: "nothing" } }, "site.logo.image: there is no image nothing"],
    [
      { navigation: [{ title: "Out", url: "//elsewhere.example" }] },
      "site.navigation[0].url: expected a path such as /notes/, or an address that begins with https:// or http://",
    ],
    [
      { social_links: [{ title: "Nowhere", url: "" }] },
      "site.social_links[0].url: expected an address that begins with https:// or http://",
    ],
    [{ timezone: "Europe/Berlim" }, "site.timezone: expected the name of a time zone such as Europe/Berlin"],
    [{ timezone: "+02:00" }, "site.timezone: expected the name of a time zone such as Europe/Berlin"],
    ...["http://hub.example/", "https://ada:secret@hub.example/", "hub.example", "ftp://127.0.0.1/"].map(
      (websub_hub): [object, string] => [
        { websub_hub },
        "site.websub_hub: expected an address such as https://hub.example/, without a user name",
      ],
    ),
  ])("is refused where it is %j", async (site, problem) => {
    expect(await refusals(manifest(null, { site }), await folderWith(60))).toEqual([problem]);
  });

  test("allows headings in bodies where its features name them", async () => {
    const post = {
      type: "site.Post",
      key: "post",
      slug: "post",
      title: "Post",
      detail_markdown: "## Dawn\n\nIt *stood*.",
    };
    const site = (rich_text_features: readonly string[]) => ({
      version: 1,
      site: { rich_text_features },
      pages: [
        {
          type: "site.HomePage",
          slug: "home",
          title: "Home",
          children: [{ type: "site.Blog", slug: "notes", title: "Notes", children: [post] }],
        },
      ],
    });
    const bodyWith = async (features: readonly string[]) => {
      const { ids } = await applyManifest(site(features));
      return JSON.stringify((await readEditablePage(ids.pages.post!))!.latest!.content);
    };
    expect(await bodyWith(["h2"])).toMatch(/<h2[^>]*>Dawn/);
    expect(await bodyWith(["italic"])).not.toContain("<h2");
  });
});

test("a page keeps its UUID in an export, so that its feed's GUIDs move along to another service", async () => {
  const folderPath = await folderWith(60);
  const first = await applyManifest(manifest(null), { folder: folderPath });
  const { uuid } = (await readEditablePage(first.ids.pages.calls!))!.page;
  const exported = (await exportManifest()).manifest as { pages: ExportedPage[] };
  await useEmptyTable();
  const second = await applyManifest({ version: 1, pages: exported.pages });
  expect((await readEditablePage(second.ids.pages["/home/calls"]!))!.page.uuid).toBe(uuid);
  const repeated = {
    ...exported.pages[0]!,
    children: [{ ...exported.pages[0]!.children[0]!, uuid: "same" }],
  };
  expect(await refusals({ version: 1, pages: [repeated] })).toEqual([
    expect.stringContaining("uuid: expected a UUID such as"),
  ]);
});
