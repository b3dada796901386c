import { certain } from "#lib/certain.ts";
import {
  type ExportedFile,
  exportedFiles,
  exportedMedia,
  readNamedMedia,
} from "#lib/manifest/export/export-media.ts";
import { namesOf, newVariables, type PlacedNode, readSiteTree } from "#lib/manifest/export/export-names.ts";
import { exportedToken, exportedTrust, exportedUser } from "#lib/manifest/export/exported-access.ts";
import {
  exportedObject,
  exportedObjects,
  marks,
  namesWin,
  told,
  unlessEmpty,
} from "#lib/manifest/export/exported-fields.ts";
import {
  exportedCollection,
  exportedRestriction,
  exportedWebhook,
} from "#lib/manifest/export/exported-objects.ts";
import { exportedPage } from "#lib/manifest/export/exported-page.ts";
import { nestedPages } from "#lib/manifest/export/nested-pages.ts";
import { readStoredPage } from "#lib/manifest/stored/stored-state.ts";
import { authorFields, categoryFields, redirectFields, type Site, settingFields } from "#lib/site/site.ts";
import { groupFields } from "#lib/site/user.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { readTokens, readUsers } from "#lib/store/listed-credentials.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { sideBySide } from "./side-by-side.ts";

export interface ExportedManifest {
  /** In the order in which people read it. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The environment variables for passwords and secrets, which the file does not contain. */
  readonly variables: readonly string[];
  readonly files: readonly ExportedFile[];
}

/** A site that is exported in parts: all but its pages, and then the pages. */
export interface StartedExport extends ExportedManifest {
  /** Its pages, each before those below it. */
  readonly nodes: readonly PlacedNode[];
  /** A page without those below it; undefined if it is gone by now. Cost: up to five requests. */
  readonly page: (node: PlacedNode) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** The whole site as a manifest. Cost: two or three requests per page, one per megabyte of media. */
export const exportManifest = async (): Promise<ExportedManifest> => {
  const { manifest, variables, files, nodes, page } = await startExport();
  const exported = await sideBySide(nodes, async (node) => ({ path: node.path, page: await page(node) }));
  return { manifest: { ...manifest, pages: nestedPages(exported) }, variables, files };
};

/** What is needed to export the site, and all of its manifest but the pages. */
export const startExport = async (): Promise<StartedExport> => {
  const [site, users, tokens, webhooks, media, nodes] = await Promise.all([
    readSite(),
    readUsers(),
    readTokens(),
    readWebhooks(),
    readNamedMedia(),
    readSiteTree(),
  ]);
  const variables = newVariables();
  const names = namesOf(site, users, nodes, media, variables);
  const { nameOf } = names;
  const manifest = {
    version: 1,
    ...told<SitePart>({
      settings: { site: exportedObject(settingFields, site.settings, nameOf, {}) },
      groups: { groups: exportedObjects(groupFields, site.groups, nameOf, { id: namesWin, byHand: marks }) },
      users: { users: users.map((user) => exportedUser(user, names)) },
      tokens: { tokens: tokens.flatMap((stored) => exportedToken(stored, names)) },
      collections: {
        collections: [...names.collections].flatMap(([, path]) => exportedCollection(path, site, names)),
      },
      categories: {
        categories: exportedObjects(categoryFields, site.categories, nameOf, { id: namesWin, byHand: marks }),
      },
      authors: unlessEmpty({
        authors: exportedObjects(authorFields, site.authors, nameOf, { byHand: marks }),
      }),
      media: exportedMedia(media, names),
      workflows: unlessEmpty({
        workflows: exportedObjects(workflowFields, site.workflows, nameOf, { id: namesWin, byHand: marks }),
      }),
      trusts: unlessEmpty({ oidc: site.trusts.flatMap((trust) => exportedTrust(trust, names)) }),
      webhooks: unlessEmpty({ webhooks: webhooks.map(({ webhook }) => exportedWebhook(webhook, names)) }),
      beside: marks,
      redirects: unlessEmpty({
        redirects: exportedObjects(redirectFields, site.redirects, nameOf, { byHand: marks }),
      }),
      version: "It counts the changes of this service.",
    }),
  };
  // In the order of the pages, so that the variables of passwords have the same names in every part.
  const restrictions = new Map(
    nodes.map(({ page, path }) => [page.id, exportedRestriction(page.restriction, path, names)]),
  );
  const files = media.all.flatMap((object) =>
    exportedFiles(object, certain(media.keyOf(object.kind, object.id))),
  );
  return {
    ...{ manifest, variables: variables.used(), files, nodes },
    page: async (node) => {
      const stored = await readStoredPage(node.page.id);
      return stored && exportedPage({ ...stored, ...node, page: stored.page }, restrictions, names);
    },
  };
};

/** What a manifest says of a site beside its pages. */
type SitePart = Site & { readonly users: unknown; readonly tokens: unknown; readonly media: unknown } & {
  readonly webhooks: unknown;
};
