import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { type Page, rootPageId } from "#lib/pages/page.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPage, readPage } from "#lib/store/pages.ts";

/**
 * The root of the page tree, made when there is none yet. It has the id 1 for good: one number is drawn
 * before it is made, so that no other page gets it, whoever is first. It says nothing, and no list shows it.
 * One request when there is a root, three when there is none.
 */
export const createRootPage = (): Promise<Page> =>
  commitDecision(async () => {
    const existing = await readPage(rootPageId);
    if (existing) return { writes: [], value: existing };
    await drawNumbers("page");
    const root = rootPage(clock.now());
    return { writes: [putPage(root, null)], value: root };
  });

const rootPage = (now: string): Page => ({
  id: rootPageId,
  kind: "root",
  parentId: null,
  ancestors: [],
  uuid: randomUUID(),
  slug: "root",
  draftSlug: "root",
  title: "Root",
  ownerId: null,
  live: true,
  unpublishedChanges: false,
  latestRevisionId: null,
  liveRevisionId: null,
  createdAt: now,
  firstPublishedAt: null,
  lastPublishedAt: null,
  showInMenus: false,
  restriction: null,
  lock: null,
  schedule: null,
  workflow: null,
  version: 1,
});
