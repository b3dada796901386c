import { blogFields, pageFields } from "#lib/pages/content-fields.ts";
import { sampleFields } from "#test/support/sent-fields.ts";
import { keyPair } from "#test/support/stand-in-issuer.ts";
import { everyMedia } from "./media-folder.ts";

export const adminSecret = "s".repeat(40);
export const password = "reed-warbler-heron";
const now = "2026-01-02T03:04:05.000Z";

const persons = [
  { name: "Iris", role: "guest", group: "writing", link: "https://iris.example/", image: { image: "heron" } },
];

const link = { title: "Elsewhere", url: "https://elsewhere.example/" };

/** A manifest with a value in every field that no API sets. */
export const everyField = {
  version: 1,
  ...everyMedia,
  images: [...everyMedia.images, { key: "square", file: "media/square.jpg", title: "A square" }],
  site: {
    name: "Every field",
    base_url: "https://notes.example",
    theme: "essay",
    locale: "de",
    timezone: "Europe/Berlin",
    ...{ logo: { image: "heron" }, favicon: { image: "egret" }, share_image: { image: "heron" } },
    ...{ navigation: [link], social_links: [link] },
    rich_text_features: ["bold", "link"],
    websub_hub: "https://hub.example/",
  },
  groups: [
    {
      name: "Editors",
      admin_access: true,
      pages: [{ page: "/home", allow: ["add", "change", "publish"] }],
      collections: [{ collection: "Root/Shows", images: ["add"], audios: ["change"], videos: ["choose"] }],
    },
  ],
  users: [
    {
      username: "ada",
      email: "ada@example.org",
      password,
      groups: ["Editors"],
      staff: true,
      superuser: true,
    },
    { username: "ex", active: false },
  ],
  tokens: [
    { name: "all", user: "ada", secret: adminSecret },
    {
      ...{ name: "ci", user: "ada", secret: adminSecret.repeat(2), scopes: ["write"] },
      ...{ expires_at: "2090-01-02T03:04:05.000Z", parents: ["/home/notes"], collections: ["Root/Shows"] },
    },
  ],
  collections: [{ path: "Root/Shows", restriction: { type: "groups", groups: ["Editors"] } }],
  categories: [{ slug: "birds", name: "Birds" }],
  authors: [{ slug: "iris", name: "Iris" }],
  workflows: [
    {
      name: "Review",
      tasks: [
        { name: "First", groups: ["Editors"] },
        { name: "Second", groups: ["Editors"] },
      ],
      pages: ["/home/notes"],
    },
  ],
  webhooks: [
    {
      ...{ name: "builds", url: "https://builds.example/", secret: `whsec_${"c2VjcmV0".repeat(4)}` },
      ...{ events: ["page.published"], parents: ["/home/notes"], coalesce_seconds: 60, active: false },
    },
  ],
  oidc: [
    {
      ...{
        issuer: "https://issuer.example",
        audience: "https://notes.example",
        claims: { repository: "a/b" },
      },
      ...{ jwks: { keys: [keyPair("key").jwk] }, user: "ada", scopes: ["write"] },
      ...{ parents: ["/home/notes"], collections: ["Root/Shows"] },
    },
  ],
  redirects: [{ from: "/podcast.xml", to: "/home/calls", feed: "mp3.rss" }],
  pages: [
    {
      type: "site.HomePage",
      ...{ slug: "home", title: "Home", ...sampleFields(pageFields) },
      ...{ show_in_menus: true, owner: "ada" },
      children: [
        {
          type: "site.Blog",
          ...{ slug: "notes", title: "Notes", ...sampleFields({ ...pageFields, ...blogFields }) },
          ...{ description: "<p>Of the <b>marsh</b>.</p>", theme: "podcast", comments_enabled: false },
          restriction: { type: "groups", groups: ["Editors"] },
          children: [
            {
              ...{ type: "site.Post", slug: "reviewed", title: "Reviewed", visible_date: now, live: false },
              uuid: "917393e3-1b1e-4cef-ace4-edaa54e1f810",
              workflow: { name: "Review", state: "needs_changes", task: "Second", started_by: "ada" },
              comments: [
                {
                  key: "1",
                  name: "Bo",
                  email: "bo@example.org",
                  title: "Oh",
                  body: "Oh!",
                  moderation: "ham",
                },
                {
                  answer_to: "1",
                  name: "Cy",
                  body: "Ah!",
                  moderation: "ham",
                  from_visitor: true,
                  score: 0.25,
                },
                { name: "Di", body: "Pills", moderation: "spam", removed: true, created_at: now },
              ],
            },
            {
              ...{ type: "site.Post", slug: "shorter", title: "Shorter", visible_date: now, tags: ["a"] },
              overview: [{ type: "paragraph", value: "<p>Gone.</p>" }],
              detail: [{ type: "paragraph", value: "<p>Gone.</p>" }],
              draft: { slug: "shortest", tags: [], overview: [], detail: [] },
            },
          ],
        },
        {
          type: "site.Podcast",
          ...{ slug: "calls", title: "Calls", description: "<p>Calls.</p>" },
          podcast: {
            ...{ guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810", artwork: { image: "square" }, persons },
            ...{ subtitle: "Of birds", author: "Iris", owner: { name: "Iris", email: "iris@example.org" } },
            ...{ language: "de", categories: ["Arts", "Science > Nature"], explicit: true, type: "serial" },
            ...{ copyright: "Iris", funding: [{ url: "https://give.example/", text: "Give" }], locked: true },
          },
          seasons: [{ key: "s1", number: 2, name: "Spring" }],
          children: [
            {
              ...{ type: "site.Episode", slug: "talk", title: "Talk", visible_date: now, persons },
              podcast_audio: { audio: "one" },
            },
          ],
        },
      ],
    },
  ],
};
