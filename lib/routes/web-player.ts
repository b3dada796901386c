import * as z from "zod/mini";
import { playerConfigQuery, webPlayerQuery } from "#lib/queries/player-queries.ts";
import { revalidated, route } from "./route.ts";

/** The blog of the post in which an audio is played; empty without a post. */
const show = z.object({
  title: z.optional(z.string()),
  subtitle: z.optional(z.string()),
  summary: z.optional(z.string()),
  link: z.optional(z.string()),
  poster: z.optional(z.string()),
});

const source = z.object({
  url: z.string(),
  mimeType: z.string(),
  size: z.string(),
  title: z.string(),
});

const chapter = z.object({
  start: z.string(),
  title: z.string(),
  href: z.nullable(z.string()),
  image: z.nullable(z.string()),
});

/** The document with which a web player plays an audio (contract#player-document). */
export const webPlayerDocument = z.object({
  version: z.literal(5),
  show,
  title: z.nullable(z.string()),
  subtitle: z.nullable(z.string()),
  audio: z.array(source),
  duration: z.string(),
  chapters: z.array(chapter),
  link: z.nullable(z.string()),
  transcripts: z.array(z.looseObject({})),
  contributors: z.array(z.object({ id: z.string(), name: z.string() })),
});

const colours = z.object({
  brand: z.string(),
  brandDark: z.string(),
  brandDarkest: z.string(),
  brandLightest: z.string(),
  shadeDark: z.string(),
  shadeBase: z.string(),
  contrast: z.string(),
  alt: z.string(),
});

const font = z.object({
  name: z.string(),
  family: z.array(z.string()),
  src: z.array(z.string()),
  weight: z.int(),
});

/** The configuration of web players (contract#player-config). */
export const playerConfig = z.object({
  activeTab: z.null(),
  "subscribe-button": z.null(),
  share: z.object({ channels: z.array(z.string()), sharePlaytime: z.boolean() }),
  "related-episodes": z.object({ source: z.literal("disabled"), value: z.null() }),
  version: z.literal(5),
  theme: z.object({
    tokens: colours,
    fonts: z.object({ ci: font, regular: font, bold: font }),
  }),
});

const common = {
  auth: "public",
  method: "GET",
  envelope: "legacy",
  query: webPlayerQuery,
  answer: webPlayerDocument,
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog", "media:read"],
} as const;

export const readWebPlayer = /* @__PURE__ */ route(() => ({
  ...common,
  id: "audios/webplayer",
  path: "/api/audios/webplayer/{id}/",
  params: ["id"],
  summary: "read what a web player needs for an audio",
  permission: "view or edit an episode that has the audio, or the page of `episode_id`",
}));

export const readWebPlayerForPost = /* @__PURE__ */ route(() => ({
  ...common,
  id: "audios/webplayer-for-post",
  path: "/api/audios/webplayer/{id}/post/{post_id}/",
  params: ["id", "post_id"],
  summary: "read what a web player needs for an audio in a post",
  permission: "view or edit the post, and the page of `episode_id`",
}));

export const readPlayerConfig = /* @__PURE__ */ route(() => ({
  ...revalidated,
  id: "audios/player-config",
  method: "GET",
  path: "/api/audios/player_config/",
  summary: "read the configuration of web players",
  auth: "public",
  envelope: "legacy",
  query: playerConfigQuery,
  answer: playerConfig,
  uses: ["table:read"],
}));
