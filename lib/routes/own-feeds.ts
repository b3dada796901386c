import { ownFeedsPath } from "#lib/site/private-feed.ts";
import { accountFormFields, accountFormRoute, accountPageRoute } from "./account-pages.ts";
import { positiveIntegerField } from "./fields.ts";
import { route } from "./route.ts";

/** The page on which people have feeds of their own, and its forms (contract#private-feed-page). */

export const showOwnFeeds = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  id: "accounts/feeds/page",
  method: "GET",
  alsoAtPath: ["POST"],
  path: ownFeedsPath,
  summary: "show people their own feeds of podcasts, with forms that make and revoke them",
  envelope: "legacy",
  query: {
    parameters: { revoked: { description: "`yes` says that a feed was revoked." } },
    parse: (params) => ({ isRevoked: params.get("revoked") === "yes" }),
  },
  alsoAnswers: { 302: "The caller is not signed in: the sign-in form is at `Location`." },
  uses: ["table:read", "catalog", "credentials:read"],
}));

export const makeOwnFeed = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  ...accountFormRoute,
  id: "accounts/feeds/create",
  alsoAtPath: ["GET"],
  path: ownFeedsPath,
  summary: "make a feed of a podcast by a form; only the answer has its addresses",
  body: accountFormFields({ podcast: positiveIntegerField() }),
  alsoAnswers: {
    303: "The caller is not signed in: the sign-in form is at `Location`.",
    404: "The page with the forms: there is no such podcast for the caller, or nobody needs feeds of it.",
    409: "The page with the forms: the caller has as many feeds of the podcast as a person may have.",
    503: "The page with the forms: the service is busy.",
  },
  errors: ["validation_error", "csrf_failed", "busy"],
  uses: ["table:write", "catalog", "credentials:read", "credentials:write"],
}));

export const revokeOwnFeed = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  ...accountFormRoute,
  id: "accounts/feeds/revoke",
  path: `${ownFeedsPath}revoke/`,
  summary: "revoke a feed of one's own by a form",
  body: accountFormFields({ feed: positiveIntegerField() }),
  status: 303,
  errors: ["validation_error", "csrf_failed", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));
