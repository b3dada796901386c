import { setTimeout as pause } from "node:timers/promises";
import type { SlugRules } from "#lib/actions/pages/address-writes.ts";
import { createPage, type PageToCreate, type SavedPage } from "#lib/actions/pages/create-page.ts";
import { dropWaitingComments, setComments } from "#lib/actions/pages/discussion.ts";
import { lockPage, unlockPage } from "#lib/actions/pages/lock-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { setWorkflowState } from "#lib/actions/pages/workflow.ts";
import { certain } from "#lib/certain.ts";
import {
  type PreparedContent,
  prepareContent,
  type ReferencedIds,
} from "#lib/manifest/check/page-content.ts";
import { type CheckedManifest, textRules } from "#lib/manifest/check-manifest.ts";
import { leadToNewPages, type PageIdOf } from "#lib/manifest/links/page-references.ts";
import { type PageNode, seasonsIn } from "#lib/manifest/read/read-manifest.ts";
import { childId, readStoredPage, type StoredPage } from "#lib/manifest/stored/stored-state.ts";
import { rootPageId } from "#lib/pages/page.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import {
  type AppliedPage,
  type DesiredContext,
  desiredPage,
  desiredSeasons,
  seasonId,
} from "./desired-page.ts";
import { type DesiredPage, nextStep, type Step } from "./next-step.ts";
import type { Fate } from "./outcome.ts";
import { ConcurrentChange, isConcurrentChange, manifestMarks, maxAttempts, type Run } from "./run.ts";

export interface ManifestPageContext extends DesiredContext {
  /** The pages that existed before, by path. */
  readonly stored: ReadonlyMap<string, StoredPage>;
}

/**
 * Creates the file's pages that do not exist as drafts, parents first, and adds them to `pages`; changes no
 * others. Links between new pages can have ids then. A draft whose links have none yet is changed by
 * `applyPages`.
 */
const createDrafts = async (
  nodes: readonly PageNode[],
  pages: Map<string, StoredPage>,
  prepare: (node: PageNode) => PreparedContent,
  context: Omit<DesiredContext, "contents">,
  run: Run,
): Promise<void> => {
  const createBelow = async (parent: AppliedPage, siblings: readonly PageNode[]): Promise<void> => {
    for (const node of siblings) {
      const stored = pages.get(node.path) ?? (await createDraft(node, parent, prepare(node), context, run));
      pages.set(node.path, stored);
      const { id, seasons: current = [] } = stored.page;
      const seasons = await desiredSeasons(node, current, context.unnamedStay, run);
      await createBelow({ id, seasons }, node.children);
    }
  };
  await createBelow({ id: rootPageId, seasons: [] }, nodes);
};

/** The page without any step after its creation, or as somebody else has created it by now. */
const createDraft = async (
  node: PageNode,
  parent: AppliedPage,
  content: PreparedContent,
  context: Omit<DesiredContext, "contents">,
  run: Run,
): Promise<StoredPage> => {
  // Comments come later, and would have numbers that nobody uses.
  const draft = { ...node, value: { ...node.value, comments: undefined } };
  const contents = new Map([[draft, content]]);
  const want: Want = (stored) => desiredPage(draft, stored, parent, { ...context, contents }, run);
  const note = (fate: Fate) => run.ledger.note(`page ${node.path}`, fate);
  const desired = await want(undefined);
  run.begin();
  return converge(node, parent.id, undefined, {
    ...{ desired, want, note, next: () => undefined },
    marks: manifestMarks(run),
  });
};

/** Applies the file's pages, parents first, and gives their ids by path. Unchanged pages are only read. */
export const applyPages = async (
  nodes: readonly PageNode[],
  context: ManifestPageContext,
  run: Run,
): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map([["/", rootPageId]]);
  const applyBelow = async (parent: AppliedPage, siblings: readonly PageNode[]): Promise<void> => {
    for (const node of siblings) {
      const page = await applyPage(node, parent, context, run);
      ids.set(node.path, page.id);
      run.ledger.noteId("pages", node.name, page.id);
      for (const { key } of seasonsIn(node)) run.ledger.noteId("seasons", key, seasonId(page)(key));
      await applyBelow(page, node.children);
    }
  };
  await applyBelow({ id: rootPageId, seasons: [] }, nodes);
  return ids;
};

const applyPage = async (
  node: PageNode,
  parent: AppliedPage,
  context: ManifestPageContext,
  run: Run,
): Promise<AppliedPage> => {
  const known = context.stored.get(node.path);
  const want: Want = (stored) => desiredPage(node, stored, parent, context, run);
  const desired = await want(known);
  const isSame = known !== undefined && nextStep(known, desired) === undefined;
  const note = (fate: Fate) => run.ledger.note(`page ${node.path}`, fate);
  note(!run.dryRun || isSame ? "unchanged" : known ? "updated" : "created");
  if (!isSame) run.begin();
  const { seasons = [] } = desired.properties;
  for (const { id, key } of isSame ? [] : (known?.page.seasons ?? [])) {
    if (!seasons.some((season) => season.id === id)) run.ledger.noteRemoved("season", `${node.path} ${key}`);
  }
  if (!known && run.dryRun) return { id: await run.drawId("page"), seasons };
  const stored =
    isSame || run.dryRun
      ? certain(known)
      : await converge(node, parent.id, known, {
          ...{ desired, want, note, next: nextStep },
          marks: manifestMarks(run),
        });
  // A page that is new begins with a list of its own.
  if (stored.comments !== known?.comments && stored.comments.length + (known?.comments.length ?? 0) > 0)
    run.changed.comments = true;
  run.ledger.noteRevision(node.name, stored.page.latestRevisionId ?? 0);
  return { id: stored.page.id, seasons: run.dryRun ? seasons : (stored.page.seasons ?? []) };
};

/** Gives what the file wants of a page, from its stored state. */
type Want = (stored: StoredPage | undefined) => Promise<DesiredPage>;

interface Convergence {
  /** Of the known page. */
  readonly desired: DesiredPage;
  readonly want: Want;
  readonly note: (fate: Fate) => void;
  readonly next: typeof nextStep;
  /** Of a page that is created. */
  readonly marks: ReturnType<typeof manifestMarks>;
}

/** Takes steps until the page is as the file says; reads it again whenever somebody else was faster. */
const converge = async (
  node: PageNode,
  parentId: number,
  known: StoredPage | undefined,
  { desired: desiredOfKnown, want, note, next, marks }: Convergence,
): Promise<StoredPage> => {
  let [stored, desired] = [known, desiredOfKnown];
  for (let attempt = 1; ; attempt++) {
    try {
      if (!stored) {
        stored = await create(node, parentId, desired, marks);
        note("created");
      }
      for (let step = next(stored, desired); step; step = next(stored, desired)) {
        stored = await take(step, stored);
        note("updated");
      }
      return stored;
    } catch (error) {
      if (!isConcurrentChange(error) || attempt === maxAttempts) throw error;
      await pause(Math.random() * 20 * attempt);
      const id = await childId(parentId, node.slug);
      stored = id === undefined ? undefined : await readStoredPage(id);
      if (stored && stored.page.kind !== node.kind) throw error;
      desired = await want(stored);
    }
  }
};

const slugRules: SlugRules = { draftsMayShare: true, takesAliases: true };

const create = async (
  node: PageNode,
  parentId: number,
  { main, properties }: DesiredPage,
  marks: Convergence["marks"],
): Promise<StoredPage> => {
  const prepared: PageToCreate = {
    kind: node.kind,
    content: main,
    ...properties,
    ...marks,
    uuid: node.value.uuid,
    slugRules,
  };
  return {
    ...savedFrom(
      await createPage(parentId, (parent) => {
        if (!parent) throw new ConcurrentChange(`The page above ${node.path} is gone.`);
        return prepared;
      }),
    ),
    live: null,
    approved: null,
    comments: [],
    waiting: [],
  };
};

const take = async (step: Step, stored: StoredPage): Promise<StoredPage> => {
  const { page, live } = stored;
  const permit = (current: EditablePage | undefined): void => {
    if (current?.page.version !== page.version)
      throw new ConcurrentChange(`Somebody else keeps changing the page ${page.slug}.`);
  };
  switch (step.kind) {
    case "set": {
      await setPageProperties(page.id, step.properties, permit);
      const changed = await readStoredPage(page.id);
      if (!changed) throw new ConcurrentChange(`The page ${page.slug} is gone.`);
      return changed;
    }
    case "comments": {
      const { comments } = step;
      const changed = await setComments(page.id, { permit, comments });
      const decided = new Set(comments.map(({ id }) => id));
      if (stored.waiting.some(({ id }) => decided.has(id)))
        await dropWaitingComments(page.id, (id) => decided.has(id));
      const waiting = stored.waiting.filter(({ id }) => !decided.has(id));
      return { ...stored, page: changed, comments, waiting };
    }
    case "save": {
      const { content } = step;
      const edit = { authorId: null, permit, slug: content.slug, change: () => content, slugRules };
      return { ...stored, ...savedFrom(await saveDraft(page.id, edit)), live };
    }
    case "publish": {
      const saved = await publishPage(page.id, { publisherId: null, permit });
      return { ...stored, ...savedFrom(saved), live: saved.latest.content };
    }
    case "unpublish":
      return { ...stored, ...savedFrom(await unpublishPage(page.id, { permit, slugRules })), live: null };
    case "schedule": {
      const { publishAt } = step;
      const scheduled = await schedulePage(page.id, { permit, publishAt });
      return { ...stored, page: scheduled.page, approved: publishAt === null ? null : stored.latest };
    }
    case "lock":
      return { ...stored, page: (await lockPage(page.id, { permit, ownerId: step.ownerId })).page };
    case "unlock":
      return { ...stored, page: (await unlockPage(page.id, { permit })).page };
    case "workflow":
      return { ...stored, page: (await setWorkflowState(page.id, { permit, next: () => step.state })).page };
  }
};

const savedFrom = ({ page, latest }: SavedPage): Pick<StoredPage, "page" | "latest"> => ({
  page,
  latest: latest.content,
});

interface LinkedPages {
  /** The file's pages that exist, by path. */
  readonly pages: ReadonlyMap<string, StoredPage>;
  readonly ids: ReferencedIds;
}

/**
 * Finds the targets of links in the file's pages. If there are new pages among them, all new pages are
 * created first: unlike ids that are drawn in advance, a run that continues this one finds them again.
 */
export const linkedPages = async (
  { manifest, stored }: CheckedManifest,
  ids: ReferencedIds,
  context: Omit<ManifestPageContext, "contents" | "stored">,
  run: Run,
): Promise<LinkedPages> => {
  if (run.dryRun || !leadToNewPages(stored, manifest.pages)) return { pages: stored.pages, ids };
  const pages = new Map(stored.pages);
  const pageIdOf: PageIdOf = (path) => pages.get(path)?.page.id ?? ids.pageIdOf(path);
  const rules = textRules(manifest, stored.site, { ...ids, pageIdOf });
  const prepare = (node: PageNode) => prepareContent(node, rules, () => {});
  await createDrafts(manifest.pages, pages, prepare, context, run);
  return { pages, ids: { ...ids, pageIdOf } };
};

/** Stops the run if a page that links lead to was made again, because somebody else has removed it. */
export const checkLinked = (
  linked: ReadonlySet<string>,
  applied: ReadonlyMap<string, number>,
  pageIdOf: PageIdOf,
): void => {
  for (const path of linked) {
    const id = applied.get(path);
    if (id !== undefined && id !== pageIdOf(path))
      throw new ConcurrentChange(`Somebody else has removed the page ${path}, to which others link.`);
  }
};
