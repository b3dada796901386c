import { blogFields, pageFields } from "#lib/pages/content-fields.ts";
import { seasonFields } from "#lib/pages/page.ts";
import { personFields, podcastDetailFields } from "#lib/pages/podcast.ts";
import { authorFields, categoryFields, redirectFields, settingFields } from "#lib/site/site.ts";
import { groupFields, userFields } from "#lib/site/user.ts";
import { webhookFields } from "#lib/site/webhook.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { sampleFields, sampleObject } from "#test/support/sent-fields.ts";
import { keyPair } from "#test/support/stand-in-issuer.ts";
import { everyMedia } from "./media-folder.ts";

export const adminSecret = "s".repeat(40);
export const password = "reed-warbler-heron";
const now = "2026-01-02T03:04:05.000Z";

const persons = [sampleObject(personFields)];

/** A manifest with a value in every field that no API sets. */
export const everyField = {
  version: 1,
  ...everyMedia,
  images: [...everyMedia.images, { key: "square", file: "media/square.jpg", title: "A square" }],
  site: { ...sampleObject(settingFields), locale: "de" },
  groups: [{ ...sampleObject(groupFields), name: "Editors" }],
  users: [
    { ...sampleObject(userFields), username: "ada", password, active: true },
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
  categories: [{ ...sampleObject(categoryFields), slug: "birds" }],
  authors: [{ ...sampleObject(authorFields), slug: "iris" }],
  workflows: [
    {
      ...sampleObject(workflowFields),
      name: "Review",
      tasks: [
        { name: "First", groups: ["Editors"] },
        { name: "Second", groups: ["Editors"] },
      ],
    },
  ],
  webhooks: [
    {
      ...{ ...sampleObject(webhookFields), name: "builds", url: "https://builds.example/" },
      secret: `whsec_${"c2VjcmV0".repeat(4)}`,
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
  redirects: [{ ...sampleObject(redirectFields), to: "/home/calls" }],
  pages: [
    {
      type: "site.HomePage",
      ...{ slug: "home", title: "Home", ...sampleFields(pageFields) },
      ...{ introduction: "<p>Of the marsh.</p>", show_in_menus: true, owner: "ada" },
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
          podcast: { ...sampleObject(podcastDetailFields), artwork: { image: "square" } },
          seasons: [{ ...sampleObject(seasonFields), key: "s1" }],
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
