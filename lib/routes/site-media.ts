import { passwordQuery } from "#lib/queries/site-page-queries.ts";
import { route } from "./route.ts";

export const readMediaFile = /* @__PURE__ */ route(() => ({
  id: "site/media/read",
  method: "GET",
  path: "/media/{key+}",
  aliases: ["/media/"],
  tail: "The file's key, such as `images/17/0a1b2c3d4e5f/heron.jpg`, as the API's media URLs have it.",
  summary: "read a media file",
  auth: "public",
  permission: "view the collection of the media object",
  envelope: "legacy",
  query: passwordQuery,
  headers: {
    Range: "One range of bytes, such as `bytes=0-1023`.",
    "If-None-Match": "ETags of the copies at hand.",
    "If-Modified-Since": "The `Last-Modified` of the copy at hand.",
    "If-Range": "The `ETag` or `Last-Modified` of the copy that the range is meant to complete.",
  },
  answerType: "application/octet-stream",
  hasErrorPages: true,
  alsoAnswers: {
    206: "The range that was asked for.",
    302: "The file is at `Location`, for a while, with the same promises.",
    304: "The copy at hand is current.",
    403: "The collection asks for a password; a page has the form for it.",
    412: "Not the file that `If-Match` or `If-Unmodified-Since` names.",
    416: "The range begins behind the file's end.",
  },
  uses: ["table:read", "media:sign"],
}));
