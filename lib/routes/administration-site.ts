import * as z from "zod/mini";
import { textField, uncheckedField } from "./fields.ts";
import { revalidated, route } from "./route.ts";
import { id } from "./shapes.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const common = {
  auth: administrationAuth,
  scope: administrationScope,
  envelope: "editor",
  path: "/api/admin/site/",
} as const;

/** An object in a manifest's words, of which the document says that it has other members, too. */
const said = <const Names extends z.core.$ZodShape>(names: Names) =>
  z.looseObject(names).register(z.globalRegistry, { additionalProperties: true });

/** `id` is null only in the answer of a dry run. */
const list = <const Names extends z.core.$ZodShape>(names: Names) => z.array(said(names));

const withId = { id: z.nullable(id) };
const text = z.string();

/** All that administrators set of a site, without posts, people and secrets (contract#site-sections). */
export const siteThings = z.object({
  digest: z.nullable(text),
  settings: said({ name: text }),
  navigation: list({ title: text, url: text }),
  social_links: list({ title: text, url: text }),
  categories: list({ ...withId, slug: text, name: text }),
  authors: list({ slug: text, name: text }),
  collections: list({ ...withId, path: text }),
  groups: list({ ...withId, name: text }),
  workflows: list({ ...withId, name: text }),
  parents: list({ ...withId, path: text, type: text, title: text }),
  restrictions: list({ page: text, type: text }),
  webhooks: list({ ...withId, name: text, url: text }),
  oidc: list({ issuer: text, audience: text, user: text }),
  redirects: list({ from: text, to: text }),
});

const anObject = () => z.optional(uncheckedField(z.unknown().register(z.globalRegistry, { type: "object" })));

/** A change of the site's own things: sections by their names (contract#site-changes). */
export const siteChange = z.object({
  base_digest: textField({ stringsOnly: true, blank: true }),
  set: anObject(),
  remove: anObject(),
  rename: anObject(),
});

export const readSiteThings = /* @__PURE__ */ route(() => ({
  ...common,
  ...revalidated,
  id: "administration/site/read",
  method: "GET",
  alsoAtPath: ["PATCH"],
  summary: "read the site's own things: settings, categories, groups, parents and the like",
  answer: siteThings,
  uses: ["table:read", "catalog", "credentials:read"],
}));

export const updateSiteThings = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/site/update",
  method: "PATCH",
  alsoAtPath: ["GET"],
  summary: "make, change, rename and remove some of the site's own things, all or nothing",
  takesKeys: true,
  takesDryRun: true,
  body: siteChange,
  answer: siteThings,
  errors: ["validation_error", "site_conflict", "in_use", "too_many_changes", "busy"],
  uses: ["table:write", "catalog", "credentials:read", "secrets:read", "secrets:write"],
}));
