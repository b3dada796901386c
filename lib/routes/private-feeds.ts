import * as z from "zod/mini";
import { podcastForms } from "#lib/feeds/feed-names.ts";
import { privateFeedsPath } from "#lib/media/file-delivery.ts";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { positiveIntegerField } from "./fields.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

const common = { auth: "user-session", envelope: "editor" } as const;
const path = "/api/accounts/feeds/";

/** A feed of a podcast for the caller alone (contract#private-feeds). */
export const privateFeed = z.object({
  id,
  podcast: id,
  created_at: z.iso.datetime(),
  last_used_on: z.nullable(z.iso.date()),
});

/** A new one, with the addresses that nobody is told again. */
export const madeFeed = z.object({
  id,
  podcast: id,
  urls: z.partialRecord(z.enum(podcastForms), z.string()),
});

export const listPrivateFeeds = /* @__PURE__ */ route(() => ({
  ...common,
  id: "private-feeds/list",
  method: "GET",
  alsoAtPath: ["POST"],
  path,
  summary: "list one's own feeds of podcasts, without their addresses",
  query: strictWindowQuery,
  answer: envelopeOf(privateFeed),
  errors: ["validation_error", "not_found"],
  uses: ["table:read", "credentials:read"],
}));

export const createPrivateFeed = /* @__PURE__ */ route(() => ({
  ...common,
  id: "private-feeds/create",
  method: "POST",
  alsoAtPath: ["GET"],
  path,
  summary: "make a feed of a podcast for oneself; its addresses are shown once",
  body: z.object({ podcast: positiveIntegerField() }),
  status: 201,
  answer: madeFeed,
  errors: ["validation_error", "not_found", "too_many_feeds", "busy"],
  uses: ["table:write", "catalog", "credentials:read", "credentials:write"],
}));

export const deletePrivateFeed = /* @__PURE__ */ route(() => ({
  ...common,
  id: "private-feeds/delete",
  method: "DELETE",
  path: `${path}{id}/`,
  params: ["id"],
  summary: "revoke a feed of one's own",
  takesKeys: true,
  status: 204,
  errors: ["not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

export const readPrivateFeed = /* @__PURE__ */ route(() => ({
  id: "private-feeds/read",
  method: "GET",
  path: `${privateFeedsPath}/{address+}`,
  tail: "A secret, and `mp3.rss` or another form of the feed, or an episode's id and format, such as `17.mp3`.",
  summary: "read a feed of a podcast for one person, or an episode in it",
  auth: "public",
  isPrivate: true,
  envelope: "legacy",
  answerType: "application/rss+xml; charset=utf-8",
  takesAnyAccept: true,
  alsoAnswers: { 302: "The episode's audio is at `Location`, for an hour." },
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog", "media:sign"],
}));
