import * as z from "zod/mini";
import { statisticsQuery } from "#lib/queries/statistics-query.ts";
import { route } from "./route.ts";
import { id } from "./shapes.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const title = z.nullable(z.string());

/** Downloads by app; absent in answers of services that do not count by app yet. */
const apps = z.optional(z.array(z.object({ app: z.string(), downloads: z.int() })));

/** The counts of some days (contract#statistics). */
const siteStatistics = z.object({
  since: z.iso.date(),
  until: z.iso.date(),
  days: z.array(
    z.object({ day: z.iso.date(), downloads: z.int(), views: z.int(), feed_readers: z.int(), apps }),
  ),
  apps,
  episodes: z.array(z.object({ audio: id, path: z.nullable(z.string()), title, downloads: z.int() })),
  pages: z.array(z.object({ path: z.string(), title, views: z.int() })),
  feeds: z.array(z.object({ path: z.string(), title, readers: z.int() })),
});

export type SiteStatistics = z.output<typeof siteStatistics>;

export const readSiteStatistics = /* @__PURE__ */ route(() => ({
  id: "administration/statistics/read",
  method: "GET",
  path: "/api/admin/statistics/",
  summary: "read what was counted: downloads, also by app, views, readers of feeds",
  auth: administrationAuth,
  scope: administrationScope,
  envelope: "editor",
  query: statisticsQuery,
  answer: siteStatistics,
  errors: ["validation_error"],
  uses: ["table:read", "catalog"],
}));
