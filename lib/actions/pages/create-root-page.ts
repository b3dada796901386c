import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { type Page, rootPageId } from "#lib/pages/page.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPage, readPage } from "#lib/store/pages.ts";

/** The root of the page tree, created if there is none. Its id is 1, because its number is drawn first. */
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
