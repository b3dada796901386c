import * as z from "zod/mini";
import { route } from "./route.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const seconds = z.int();

/** The state of the service, and what waits for its jobs (contract#site-status). */
const siteStatus = z.object({
  version: z.string(),
  format: z.int(),
  snapshot: z.object({
    taken_at: z.nullable(z.iso.datetime()),
    age_seconds: z.nullable(seconds),
    is_due: z.boolean(),
  }),
  schedule: z.object({ due: z.int(), late_seconds: seconds }),
  webhooks: z.object({ waiting: z.int(), late_seconds: seconds }),
  counts: z.object({
    live_pages: z.int(),
    media: z.int(),
    users: z.int(),
    waiting_comments: z.int(),
  }),
});

export type SiteStatus = z.output<typeof siteStatus>;

export const readStatus = /* @__PURE__ */ route(() => ({
  id: "administration/status/read",
  method: "GET",
  path: "/api/admin/status/",
  summary: "read how the service is, and what waits for its jobs",
  auth: administrationAuth,
  scope: administrationScope,
  envelope: "editor",
  answer: siteStatus,
  uses: ["table:read", "catalog", "credentials:read"],
}));

/** The route for monitors outside (contract#health). */
export const readHealth = /* @__PURE__ */ route(() => ({
  id: "health",
  method: "GET",
  path: "/api/health/",
  summary: "say whether the service answers, and its version",
  auth: "public",
  isPrivate: true,
  envelope: "editor",
  answer: z.object({
    status: z.literal("ok"),
    version: z.string(),
    format: z.int(),
    warnings: z.optional(z.array(z.string())),
  }),
  uses: ["table:read"],
}));
