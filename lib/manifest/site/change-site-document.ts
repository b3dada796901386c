import { isDeepStrictEqual } from "node:util";
import { createRootPage } from "#lib/actions/pages/create-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { applyTrusts } from "#lib/manifest/apply/apply-access.ts";
import { applyRedirects, applyWebhooks } from "#lib/manifest/apply/apply-addresses.ts";
import { applyPages, checkLinked, linkedPages } from "#lib/manifest/apply/apply-pages.ts";
import { applySite, knownIds } from "#lib/manifest/apply/apply-site.ts";
import { isConcurrentChange, newRun, type Run } from "#lib/manifest/apply/run.ts";
import { type CheckedManifest, checkManifest, contentsOf } from "#lib/manifest/check-manifest.ts";
import type { ManifestFiles } from "#lib/manifest/media/manifest-files.ts";
import { messageText, type Report } from "#lib/manifest/problem.ts";
import { secretsFrom } from "#lib/manifest/read/written.ts";
import { requestWords } from "#lib/manifest/words.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { Refusal, refuseProblems } from "#lib/refusals/refusal.ts";
import { commitTogether } from "#lib/store/commit-together.ts";
import { readWebhookSecret } from "#lib/store/webhooks.ts";
import { besideAfter } from "./changed-since.ts";
import { mergedManifest } from "./merged-manifest.ts";
import { nameOfPlace, placeInBody } from "./merging.ts";
import { type ChangingCaller, ownGroupProblems, ownTrustProblems } from "./own-rights.ts";
import { problemAt } from "./placed-problem.ts";
import { type KnownPages, readKnownPages, readSiteState, type SiteState } from "./read-site-state.ts";
import { refuseUsed, removalProblems, removalUses, removeObjects } from "./remove-objects.ts";
import { renameObjects, renamingProblems } from "./rename-objects.ts";
import { type RequestedChange, requestedChange, type SentSiteChange } from "./requested-change.ts";
import { seasonUses } from "./season-uses.ts";
import { type DesiredRestriction, desiredRestrictions, setRestrictions } from "./set-restrictions.ts";
import { changedSections, siteDigest, siteDocument } from "./site-document.ts";
import type { SiteDocument } from "./site-sections.ts";

/** A site's own things, and the digest of that state. */
export interface DigestedSite {
  readonly document: SiteDocument;
  readonly digest: string;
}

const digested = (state: SiteState): DigestedSite => {
  const document = siteDocument(state);
  return { document, digest: siteDigest(document, state) };
};

/** Cost: that of `readSiteState`, and of bringing catalog and listings up to date. */
export const readSiteDocument = async (): Promise<DigestedSite> =>
  digested(await readSiteState(await readKnownPages()));

export interface SiteChangeRequest extends SentSiteChange {
  readonly baseDigest: string;
  readonly caller: ChangingCaller;
  /** True if other machines can reach the service. */
  readonly exposed: boolean;
}

/**
 * Makes or changes what a request names, and nothing else, all or nothing (contract#site-changes). Refuses
 * `validation_error` with all problems, `site_conflict`, `in_use` and `too_many_changes`.
 */
export const changeSiteDocument = (request: SiteChangeRequest): Promise<DigestedSite> => {
  const { change, problems } = requestedChange(request);
  return commitTogether(readKnownPages, async (known) => {
    const before = await readSiteState(known);
    const { document, digest } = digested(before);
    if (problems.length === 0) requireUnchanged(change, request.baseDigest, digest);
    const touched = await changeAll(change, problems, { document, before, known }, request);
    const after = await readSiteState(known, touched);
    const result = digested(after);
    const beside = besideAfter(after.site.beside, document, result.document);
    const { version } = before.site;
    // Changes of other objects than those of the site's own data are compared by this version, too.
    if (!isDeepStrictEqual(beside, after.site.beside)) await changeSite(async () => ({ beside }));
    else if (result.digest !== digest && after.site.version === version) await changeSite(async () => ({}));
    return { value: result, outcome: { id: version } };
  }).catch((error: unknown) => {
    throw isConcurrentChange(error) && !(error instanceof Refusal) ? new Refusal("busy") : error;
  });
};

const requireUnchanged = (change: RequestedChange, baseDigest: string, digest: string): void => {
  const changed = changedSections(digest, baseDigest);
  if (!changed || [...change.sections].some((section) => changed.has(section)))
    throw new Refusal("site_conflict", { fields: { digest } });
};

interface Before {
  readonly document: SiteDocument;
  readonly before: SiteState;
  readonly known: KnownPages;
}

/** Refuses all problems at once, or else all uses of what would be gone. */
const changeAll = async (
  change: RequestedChange,
  ofForm: readonly Problem[],
  { document, before, known }: Before,
  { caller, exposed }: SiteChangeRequest,
): Promise<readonly number[]> => {
  const problems: Problem[] = [
    ...ofForm,
    ...(await renamingProblems(change, document, before, known)),
    ...removalProblems(change.remove, document),
    ...ownGroupProblems(change, before, caller),
  ];
  if (problems.length === 0) await renameObjects(change, before);
  const renamed = change.rename.size > 0 && problems.length === 0 ? await readSiteState(known) : before;
  const present = renamed === before ? document : siteDocument(renamed);
  const checked = await checkChange(change, present, renamed, exposed);
  problems.push(...checked.problems);
  const isTold = (at: string) => problems.some(({ path }) => `${path}.`.startsWith(`${at}.`));
  problems.push(...ownTrustProblems(change, renamed, checked, caller).filter(({ path }) => !isTold(path)));
  refuseProblems(distinct(problems));
  const uses = seasonUses(checked.manifest, renamed, known);
  const run = newRun({ dryRun: false, prunes: false, now: clock.now(), secretValue, isByHand: true });
  await applyParts(checked, renamed, run);
  const touched = await setRestrictions(checked.restrictions, secretValue);
  const state = change.remove.size > 0 ? await readSiteState(known, touched) : renamed;
  refuseUsed([...uses, ...(await removalUses(change.remove, state, known))]);
  await removeObjects(change.remove, state);
  return touched;
};

/** Requests read no environment. */
const secretValue = secretsFrom({});

interface CheckedChange extends CheckedManifest {
  readonly restrictions: readonly DesiredRestriction[];
  readonly problems: readonly Problem[];
}

/** Checks what a change sets, with what there is, as a manifest is checked. */
const checkChange = async (
  change: RequestedChange,
  present: SiteDocument,
  state: SiteState,
  exposed: boolean,
): Promise<CheckedChange> => {
  const merged = mergedManifest(change, present, state, await webhookSecrets(change, state));
  const problems = [...merged.problems];
  const words = requestWords((path) => nameOfPlace(path, merged.places));
  const report: Report = (path, message, code = "invalid") => {
    const place = placeInBody(path, merged.places);
    if (place !== undefined) problems.push(problemAt(place, code, messageText(message, words)));
  };
  const checked = await checkManifest(merged.value, {
    ...{ pruning: undefined, secretValue, exposed, files: noFiles, words },
    ...{ report, note: () => {} },
  });
  const restrictions = await desiredRestrictions(change, present, state, { secretValue, words });
  problems.push(...restrictions.problems);
  return { ...checked, restrictions: restrictions.desired, problems };
};

const distinct = (problems: readonly Problem[]): readonly Problem[] => [
  ...new Map(
    problems.map((problem) => [`${problem.path} ${problem.code} ${problem.message}`, problem]),
  ).values(),
];

/** The secrets of the webhooks that a change sets. */
const webhookSecrets = async (
  { set }: RequestedChange,
  { webhooks }: SiteState,
): Promise<ReadonlyMap<number, string>> => {
  const names = new Set(set.get("webhooks")?.map(({ name }) => name));
  const secrets = new Map<number, string>();
  for (const { webhook } of webhooks)
    if (names.has(webhook.name)) {
      const secret = await readWebhookSecret(webhook.id);
      if (secret !== undefined) secrets.set(webhook.id, secret);
    }
  return secrets;
};

/** A request has no files beside it. */
const noFile = () => Promise.reject(new Error("There are no files."));
const noFiles: ManifestFiles = {
  ...{ picture: noFile, audio: noFile, video: noFile, transcript: noFile, text: noFile },
};

/** Applies the parts of a manifest that a change may have; seasons that it does not name are removed. */
const applyParts = async (checked: CheckedManifest, { users }: SiteState, run: Run): Promise<void> => {
  const { manifest, stored, ids: before, contents, trustedKeys } = checked;
  if (manifest.pages.length > 0) await createRootPage();
  const knownPageId = (path: string) => stored.namedPages.get(path)?.id;
  const imageId = (key: string) => before.mediaIdOf("image", key);
  const site = await applySite(manifest, stored.site, { pageIdAt: knownPageId, imageId }, run);
  const ids = knownIds(site);
  const userIds = new Map(users.map(({ username, id }) => [username, id]));
  const userId = (username: string) => certain(userIds.get(username));
  const context = {
    ...{ userId, unnamedStay: false, userStays: () => true },
    groupId: (name: string) => certain(ids.get(`group ${name}`)),
    workflow: (name: string) => certain(site.workflows.find((workflow) => workflow.name === name)),
    categoryId: (slug: string) => certain(ids.get(`category ${slug}`)),
  };
  const linking = await linkedPages(checked, before, context, run);
  const isSame = linking.pages === stored.pages;
  const finalContents = isSame ? contents : contentsOf(manifest, stored.site, linking.ids);
  const pages = { ...context, stored: linking.pages, contents: finalContents };
  const pageIds = await applyPages(manifest.pages, pages, run);
  checkLinked(stored.linked, pageIds, linking.ids.pageIdOf);
  const pageIdAt = (path: string) => pageIds.get(path) ?? knownPageId(path);
  await applySite(manifest, site, { pageIdAt, imageId }, run);
  await applyRedirects(manifest, site, pageIdAt, run);
  await applyWebhooks(manifest, stored.webhooks, pageIdAt, run);
  const pageId = (path: string) => certain(pageIdAt(path));
  const collectionId = (path: string) => certain(ids.get(`collection ${path}`));
  if (manifest.oidc)
    await applyTrusts(manifest, trustedKeys, stored.site, { userId, pageId, collectionId }, run);
};
