import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createRootPage } from "#lib/actions/pages/create-root-page.ts";
import { learnFromComments } from "#lib/actions/pages/learn-from-comments.ts";
import { clock } from "#lib/clock.ts";
import { applyFormerSlugs, applyRedirects } from "#lib/manifest/apply/apply-addresses.ts";
import { applyMedia } from "#lib/manifest/apply/apply-media.ts";
import { applyPages } from "#lib/manifest/apply/apply-pages.ts";
import { applySite, knownIds } from "#lib/manifest/apply/apply-site.ts";
import { ApplyStopped } from "#lib/manifest/apply/apply-stopped.ts";
import { applyTokens } from "#lib/manifest/apply/apply-tokens.ts";
import { applyTrusts } from "#lib/manifest/apply/apply-trusts.ts";
import { applyUsers } from "#lib/manifest/apply/apply-users.ts";
import { applyWebhooks } from "#lib/manifest/apply/apply-webhooks.ts";
import { imageFilesInAdvance } from "#lib/manifest/apply/image-files.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { goesUnnamed, type Pruning, prune } from "#lib/manifest/apply/prune.ts";
import { newRun, type Run } from "#lib/manifest/apply/run.ts";
import { checkImages } from "#lib/manifest/check/check-images.ts";
import { checkNames, noteSharedSlugs } from "#lib/manifest/check/check-names.ts";
import { checkReferences } from "#lib/manifest/check/check-references.ts";
import { checkStrength } from "#lib/manifest/check/check-strength.ts";
import { checkTrusts, type TrustedKeys } from "#lib/manifest/check/check-trusts.ts";
import { checkWebhooks } from "#lib/manifest/check/check-webhooks.ts";
import { type PreparedContent, prepareContent } from "#lib/manifest/check/page-content.ts";
import { type CheckedMedia, checkMedia } from "#lib/manifest/media/checked-media.ts";
import { idsAfter, idsBefore, type MediaIdOf } from "#lib/manifest/media/media-ids.ts";
import { allPages, type Manifest, type PageNode, readManifest } from "#lib/manifest/read/read-manifest.ts";
import { type SecretValue, secretsFrom } from "#lib/manifest/read/secrets.ts";
import { readSource, type Source, sourceFromValue } from "#lib/manifest/read/source.ts";
import { readState, type StoredState } from "#lib/manifest/stored/stored-state.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import type { Site } from "#lib/site/site.ts";
import { InvalidManifest, type ManifestProblem, type Report } from "./problem.ts";

/** How a manifest is applied. */
export interface ApplyOptions {
  /** Writes nothing, and gives the outcome that a run would have. */
  readonly dryRun?: boolean;
  /** Removes what manifests have made and this one does not name; `"all"`: whatever it does not name. */
  readonly prune?: boolean | "all";
  /** Where `env:NAME` is looked up; by default no variable is set. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where media files are, for a manifest that is a value; a file has them beside it. */
  readonly folder?: string;
  /** True if other machines can reach the service: weak secrets are then refused, not only warned of. */
  readonly exposed?: boolean;
  /** Receives warnings. */
  readonly warn?: (problem: ManifestProblem) => void;
}

/**
 * Makes the service match a manifest: a plain value, or the path of a YAML or JSON file. Objects are matched
 * by natural key, so a second run changes nothing. An absent field has its default, but owners, visible dates
 * and passwords stay. Throws `InvalidManifest` with all problems before anything is written. A run that fails
 * throws `ApplyStopped` with what it did so far; running it again completes it. The outcome counts what this
 * run did, not what concurrent ones did.
 */
export const applyManifest = async (
  manifest: string | object,
  {
    dryRun = false,
    prune: prunes = false,
    environment = {},
    folder = ".",
    exposed = false,
    warn = () => {},
  }: ApplyOptions = {},
): Promise<Outcome> => {
  const source = typeof manifest === "string" ? await readFileSource(manifest) : sourceFromValue(manifest);
  const secretValue = secretsFrom(environment);
  const beside = typeof manifest === "string" ? dirname(manifest) : folder;
  const pruning = prunes === true ? "made" : prunes || undefined;
  const checked = await checkManifest(source, { pruning, secretValue, exposed, folder: beside });
  for (const note of checked.notes) warn(note);
  const run = newRun({ dryRun, prunes: pruning !== undefined, now: clock.now(), secretValue });
  await applyChecked(checked, pruning, run).catch((error: unknown) => {
    throw dryRun ? error : new ApplyStopped(error, run.ledger.outcome());
  });
  return run.ledger.outcome();
};

/** A manifest without problems, and the state it is applied to. */
interface CheckedManifest {
  readonly manifest: Manifest;
  readonly stored: StoredState;
  readonly media: CheckedMedia;
  /** Media that do not exist yet have provisional ids here, and so in `contents`. */
  readonly mediaIdOf: MediaIdOf;
  readonly contents: PageContents;
  readonly trustedKeys: TrustedKeys;
  /** Warnings. */
  readonly notes: readonly ManifestProblem[];
}

type PageContents = ReadonlyMap<PageNode, PreparedContent>;

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; name the manifest in it",
  EACCES: "its rights do not allow it",
};

const readFileSource = async (path: string): Promise<Source> => {
  const refuse = (message: string): never => {
    throw new InvalidManifest([{ path: "", line: 1, message }]);
  };
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) =>
    refuse(`the file cannot be read (${fileFaults[error.code ?? ""] ?? error.message})`),
  );
  if (!isUtf8(bytes)) return refuse("the file is not UTF-8");
  return readSource(bytes.toString());
};

const checkManifest = async (
  source: Source,
  options: {
    readonly pruning: Pruning | undefined;
    readonly secretValue: SecretValue;
    readonly exposed: boolean;
    readonly folder: string;
  },
): Promise<CheckedManifest> => {
  const { value, report } = source;
  const manifest = readManifest(value, report);
  const notes: ManifestProblem[] = [];
  const note: Report = (path, message) => notes.push(source.problemAt(path, message));
  checkNames(manifest, options.secretValue, report);
  checkWebhooks(manifest, options.secretValue, report);
  const trustedKeys = await checkTrusts(manifest, options.folder, report);
  checkStrength(manifest, options, report, note);
  noteSharedSlugs(manifest.pages, note);
  const stored = await readState(manifest);
  const media = await checkMedia(value, manifest, options.folder, stored.media, report);
  const mediaIdOf = idsBefore(value, stored, { prune: options.pruning !== undefined });
  const contents = contentsOf(manifest, stored.site, mediaIdOf, report);
  checkReferences(value, manifest, stored, options, report);
  await checkImages(manifest, { media, stored, mediaIdOf }, report);
  const problems = source.problems();
  if (problems.length > 0) throw new InvalidManifest(problems);
  return { manifest, stored, media, mediaIdOf, contents, trustedKeys, notes };
};

const contentsOf = (
  { site, pages }: Manifest,
  stored: Site,
  mediaIdOf: MediaIdOf,
  report: Report,
): PageContents => {
  const features = richTextFeaturesOf(
    site ? { richTextFeatures: site.value.rich_text_features ?? null } : stored.settings,
  );
  const rules = { features, blocks: customBlocks(), mediaIdOf };
  return new Map(allPages(pages).map((node) => [node, prepareContent(node, rules, report)]));
};

/**
 * Pages refer to groups by restrictions, and groups to pages by permissions; images are in collections, and
 * the site's logo is an image: so the site is applied twice.
 */
const applyChecked = async (
  { manifest, stored, media, mediaIdOf, contents, trustedKeys }: CheckedManifest,
  pruning: Pruning | undefined,
  run: Run,
): Promise<void> => {
  const imageFiles = imageFilesInAdvance(media, stored.media, run);
  if (!run.dryRun) await createRootPage();
  const knownPageId = (path: string) => stored.namedPages.get(path)?.id;
  const knownImageId = (key: string) => stored.mediaKeys.image.get(key) ?? stored.media.image.get(key)?.id;
  const known = { pageIdAt: knownPageId, imageId: knownImageId };
  const site = await applySite(manifest, stored.site, known, run);
  const ids = knownIds(site);
  const groupId = (name: string) => ids.get(`group ${name}`)!;

  const userIds = await applyUsers(manifest, stored.users, groupId, run);
  const userId = (username: string) => userIds.get(username)!;
  const named = new Set(manifest.users.map(({ value }) => value.username));
  const staying = new Set(userIds.values());
  for (const user of stored.users)
    if (!named.has(user.username) && goesUnnamed(user, pruning)) staying.delete(user.id);
  const userStays = (id: number) => staying.has(id);
  const collectionId = (path: string) => ids.get(`collection ${path}`)!;
  const mediaIds = await applyMedia(
    media,
    stored.media,
    { collectionId, userId, userStays, imageFiles, now: run.now },
    run,
  );
  const finalIdOf = idsAfter(mediaIdOf, mediaIds);

  const pageIds = await applyPages(
    manifest.pages,
    {
      contents: finalIdOf === mediaIdOf ? contents : contentsOf(manifest, stored.site, finalIdOf, () => {}),
      stored: stored.pages,
      groupId,
      userId,
      workflow: (name) => site.workflows.find((workflow) => workflow.name === name)!,
      categoryId: (slug) => ids.get(`category ${slug}`)!,
      unnamedStay: pruning === undefined,
      userStays,
    },
    run,
  );
  const references = {
    pageIdAt: (path: string) => pageIds.get(path) ?? knownPageId(path),
    imageId: (key: string) => finalIdOf("image", key),
  };
  await applySite(manifest, site, references, run);
  const pageId = (path: string) => references.pageIdAt(path)!;
  await applyFormerSlugs(manifest, references.pageIdAt, run);
  await applyRedirects(manifest, site, references.pageIdAt, run);
  await applyTokens(manifest, stored.tokens, { userId, pageId, collectionId }, run);
  await applyTrusts(manifest, trustedKeys, stored.site, { userId, pageId, collectionId }, run);
  await applyWebhooks(manifest, stored.webhooks, references.pageIdAt, run);
  if (pruning) await prune(manifest, stored, { pageIds, mediaIds }, pruning, run);
  if (run.changed.comments) await learnFromComments();
  noteSiteIds(manifest, ids, run);
};

const noteSiteIds = (manifest: Manifest, ids: ReadonlyMap<string, number>, { ledger }: Run): void => {
  const note = (kind: "collections" | "categories", name: string, key: string) => {
    ledger.noteId(kind, name, ids.get(key) ?? 0);
  };
  note("collections", "Root", "collection Root");
  for (const { value } of manifest.collections) note("collections", value.path, `collection ${value.path}`);
  for (const { value } of manifest.categories) note("categories", value.slug, `category ${value.slug}`);
};
