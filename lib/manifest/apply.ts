import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createRootPage } from "#lib/actions/pages/create-root-page.ts";
import { clock } from "#lib/clock.ts";
import { applyMedia } from "#lib/manifest/apply/apply-media.ts";
import { applyPages } from "#lib/manifest/apply/apply-pages.ts";
import { applySite, knownIds } from "#lib/manifest/apply/apply-site.ts";
import { ApplyStopped } from "#lib/manifest/apply/apply-stopped.ts";
import { applyTokens } from "#lib/manifest/apply/apply-tokens.ts";
import { applyUsers } from "#lib/manifest/apply/apply-users.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { goesUnnamed, type Pruning, prune } from "#lib/manifest/apply/prune.ts";
import { newRun, type Run } from "#lib/manifest/apply/run.ts";
import { checkNames, noteSharedSlugs } from "#lib/manifest/check/check-names.ts";
import { checkReferences } from "#lib/manifest/check/check-references.ts";
import { checkStrength } from "#lib/manifest/check/check-strength.ts";
import { type PreparedContent, prepareContent } from "#lib/manifest/check/page-content.ts";
import { type CheckedMedia, checkMedia } from "#lib/manifest/media/checked-media.ts";
import { idsAfter, idsBefore, type MediaIdOf } from "#lib/manifest/media/media-ids.ts";
import { allPages, type Manifest, type PageNode, readManifest } from "#lib/manifest/read/read-manifest.ts";
import { type SecretValue, secretsFrom } from "#lib/manifest/read/secrets.ts";
import { readSource, type Source, sourceFromValue } from "#lib/manifest/read/source.ts";
import { readState, type StoredState } from "#lib/manifest/stored/stored-state.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeatures } from "#lib/settings/editor.ts";
import { InvalidManifest, type ManifestProblem, type Report } from "./problem.ts";

/** How a manifest is applied. */
export interface ApplyOptions {
  /** Says what would be done, and writes nothing. */
  readonly dryRun?: boolean;
  /** Removes what the file does not name and a manifest has made; `"all"`: what anybody has made. */
  readonly prune?: boolean | "all";
  /** Where `env:NAME` is looked up; without one, no variable is set. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where the files of a manifest that is a value are; of one that is a file, they are beside it. */
  readonly folder?: string;
  /**
   * True where others than this machine can reach the service: then weak secrets are refused, not only warned
   * of.
   */
  readonly exposed?: boolean;
  /** Hears what is accepted and yet may surprise. */
  readonly warn?: (problem: ManifestProblem) => void;
}

/**
 * Makes the service match a manifest: a plain value, or the path of a YAML or JSON file. Objects are matched
 * by natural key; a second run changes nothing. What a field's absence says is its default, but owners,
 * visible dates and passwords that are not named stay. Throws `InvalidManifest` with everything that is
 * wrong, before anything is written. A run that broke off is completed by running it again (site-manifest
 * "lectern apply"); one that fails throws `ApplyStopped` with what it did until then. The outcome counts what
 * this run did: of several at once, each tells its own part.
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

/** A manifest without faults, and what it meets. */
interface CheckedManifest {
  readonly manifest: Manifest;
  readonly stored: StoredState;
  readonly media: CheckedMedia;
  /** Media that do not exist yet have ids here that only this run knows, and so in the contents. */
  readonly mediaIdOf: MediaIdOf;
  readonly contents: PageContents;
  /** What is accepted and yet may surprise. */
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
  checkStrength(manifest, options, report, note);
  noteSharedSlugs(manifest.pages, note);
  const stored = await readState(manifest);
  const media = await checkMedia(value, manifest, options.folder, stored.media, report);
  const mediaIdOf = idsBefore(value, stored, { prune: options.pruning !== undefined });
  const contents = contentsOf(manifest, mediaIdOf, report);
  checkReferences(value, manifest, stored, options, report);
  const problems = source.problems();
  if (problems.length > 0) throw new InvalidManifest(problems);
  return { manifest, stored, media, mediaIdOf, contents, notes };
};

const contentsOf = ({ pages }: Manifest, mediaIdOf: MediaIdOf, report: Report): PageContents => {
  const rules = { features: richTextFeatures(), blocks: customBlocks(), mediaIdOf };
  return new Map(allPages(pages).map((node) => [node, prepareContent(node, rules, report)]));
};

/**
 * Groups come before the pages that they restrict, and pages before the groups' permissions on them: so the
 * site is applied twice.
 */
const applyChecked = async (
  { manifest, stored, media, mediaIdOf, contents }: CheckedManifest,
  pruning: Pruning | undefined,
  run: Run,
): Promise<void> => {
  if (!run.dryRun) await createRootPage();
  const knownPageId = (path: string) => stored.namedPages.get(path)?.id;
  const site = await applySite(manifest, stored.site, knownPageId, run);
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
    { collectionId, userId, userStays, now: run.now },
    run,
  );
  const finalIdOf = idsAfter(mediaIdOf, mediaIds);

  const pageIds = await applyPages(
    manifest.pages,
    {
      contents: finalIdOf === mediaIdOf ? contents : contentsOf(manifest, finalIdOf, () => {}),
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
  await applySite(manifest, site, (path) => pageIds.get(path) ?? knownPageId(path), run);
  await applyTokens(manifest, stored.tokens, userId, run);
  if (pruning) await prune(manifest, stored, { pageIds, mediaIds }, pruning, run);
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
