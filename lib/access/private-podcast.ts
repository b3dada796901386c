import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { User } from "#lib/site/user.ts";

/** The viewer of a private feed: its owner, who has entered no passwords. */
export const listenerOf = ({ id, superuser, groups }: User): Viewer => ({
  ...{ userId: id, superuser, groups },
  passed: [],
});

/** The podcast, if the viewer may see it. */
export const podcastFor = (catalog: Catalog, id: number, viewer: Viewer): Listing | undefined => {
  const page = catalog.page(id, viewer);
  return page?.kind === "podcast" ? page : undefined;
};

/** The same, if strangers may not see all of it that the viewer sees (contract#private-feeds). */
export const privatePodcastFor = (catalog: Catalog, id: number, viewer: Viewer): Listing | undefined => {
  const podcast = podcastFor(catalog, id, viewer);
  if (!podcast || !catalog.page(id, anonymousViewer)) return podcast;
  const episodes = { type: "site.Episode", childOf: id, newestBy: "visible_date" } as const;
  const strangers = catalog.idsOf(episodes, anonymousViewer);
  return catalog.idsOf(episodes, viewer).length > strangers.length ? podcast : undefined;
};

/** All of these, in no order. */
export const privatePodcastsFor = (catalog: Catalog, viewer: Viewer): readonly Listing[] =>
  catalog
    .containers()
    .filter(({ id, kind }) => kind === "podcast" && privatePodcastFor(catalog, id, viewer) !== undefined);
