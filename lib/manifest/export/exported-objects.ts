import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import type { Collection, Site } from "#lib/site/site.ts";
import { type Webhook, webhookFields } from "#lib/site/webhook.ts";
import { namesIn, type SiteNames } from "./export-names.ts";
import { exportedObject, marks, namesWin, told } from "./exported-fields.ts";

export const exportedWebhook = (webhook: Webhook, { nameOf, variables }: SiteNames) => ({
  ...exportedObject(webhookFields, webhook, nameOf, {
    id: namesWin,
    problem: "Another service finds out by itself whether it is answered.",
    createdAt: "It is told of what happens since it is there.",
    firstDelivery: "Deliveries do not move.",
    fromManifest: marks,
    setByManifest: marks,
  }),
  secret: variables.reference("WEBHOOK", webhook.name),
});

/** Nothing for a root collection that everybody may see. */
export const exportedCollection = (path: string, site: Site, names: SiteNames) => {
  const { restriction } = collectionsByPath(site.collections).get(path) as Collection;
  if (path === "Root" && restriction === null) return [];
  const shown = told<Collection>({
    name: { path },
    restriction: exportedRestriction(restriction, path, names),
    id: namesWin,
    byHand: marks,
    parentId: "The path says it.",
  });
  return [shown];
};

export const exportedRestriction = (
  restriction: Restriction | null,
  path: string,
  { groups, variables }: SiteNames,
) => {
  switch (restriction?.type) {
    case undefined:
      return {};
    case "login":
      return { restriction: { type: "login" } };
    case "groups":
      return { restriction: { type: "groups", groups: namesIn(restriction.groups, groups) } };
    case "password":
      return { restriction: { type: "password", password: variables.reference("PASSWORD", path) } };
  }
};
