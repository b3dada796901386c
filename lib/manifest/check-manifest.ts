import type { Pruning } from "#lib/manifest/apply/prune.ts";
import {
  checkPasswords,
  checkStrength,
  checkSuperusers,
  checkTokens,
  checkTrusts,
  checkWebhooks,
  type TrustedKeys,
} from "#lib/manifest/check/check-access.ts";
import { type ApplyingCaller, checkCaller } from "#lib/manifest/check/check-caller.ts";
import { checkNames, noteSharedSlugs } from "#lib/manifest/check/check-names.ts";
import { checkReferences } from "#lib/manifest/check/check-references.ts";
import {
  type PreparedContent,
  prepareContent,
  type ReferencedIds,
  type TextRules,
} from "#lib/manifest/check/page-content.ts";
import { pageIdsBefore } from "#lib/manifest/links/page-references.ts";
import { type CheckedMedia, checkMedia } from "#lib/manifest/media/checked-media.ts";
import type { ManifestFiles, PictureProperties } from "#lib/manifest/media/manifest-files.ts";
import { idsBefore, type MediaIdOf } from "#lib/manifest/media/media-references.ts";
import {
  allPages,
  type Manifest,
  namedObjects,
  type PageNode,
  readManifest,
} from "#lib/manifest/read/read-manifest.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import { readState, type StoredState } from "#lib/manifest/stored/stored-state.ts";
import { artworkPixels, isArtwork } from "#lib/pages/podcast.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import type { Site } from "#lib/site/site.ts";
import { readMedia } from "#lib/store/media.ts";
import { maxManifestProblems, type Path, type Report, type WrittenWords } from "./problem.ts";

/** A manifest, and the state it is applied to. It can be applied if nothing was reported. */
export interface CheckedManifest {
  readonly manifest: Manifest;
  readonly stored: StoredState;
  readonly media: CheckedMedia;
  /** Media and pages that do not exist yet have provisional ids here, and so in `contents`. */
  readonly ids: ReferencedIds;
  readonly contents: PageContents;
  readonly trustedKeys: TrustedKeys;
}

type PageContents = ReadonlyMap<PageNode, PreparedContent>;

interface CheckOptions {
  readonly pruning: Pruning | undefined;
  readonly secretValue: SecretValue;
  /** True if other machines can reach the service. */
  readonly exposed: boolean;
  readonly files: ManifestFiles;
  /** The caller; undefined if nobody has to be let in, and there is time for everything. */
  readonly caller?: ApplyingCaller;
  /** How its problems speak of it; by default as of a file. */
  readonly words?: WrittenWords;
  /** Takes what makes it invalid. */
  readonly report: Report;
  /** Takes warnings. */
  readonly note: Report;
}

/** Checks a whole manifest; reads, and writes nothing. */
export const checkManifest = async (written: unknown, options: CheckOptions): Promise<CheckedManifest> => {
  const { pruning, secretValue, files, report, note } = options;
  let faults = 0;
  const count: Report = (...problem) => {
    faults++;
    report(...problem);
  };
  const manifest = readManifest(written, count, options.words);
  // A file with so many faults is not checked further.
  const value = faults < maxManifestProblems ? written : {};
  checkNames(manifest, secretValue, report);
  checkWebhooks(manifest, secretValue, report);
  if (options.caller) {
    checkCaller(manifest, options.caller, secretValue, report);
    checkPasswords(manifest, report);
  }
  const trustedKeys = await checkTrusts(manifest, files, report);
  checkStrength(manifest, options, report, note);
  noteSharedSlugs(manifest.pages, note);
  const stored = await readState(manifest);
  const media = await checkMedia(value, manifest, files, stored.media, report);
  const mediaIdOf = idsBefore(value, stored, { prune: pruning !== undefined });
  const pageIdOf = pageIdsBefore(manifest.pages, stored, pruning);
  const ids = { mediaIdOf, pageIdOf };
  const contents = contentsOf(manifest, stored.site, ids, report);
  checkReferences(value, manifest, stored, { pruning, secretValue, pageIdOf }, report);
  // A superuser who applies a manifest has been told that they have to stay one.
  if (!options.caller) checkSuperusers(manifest, stored.users, pruning, report);
  checkTokens(manifest, stored, report);
  await checkImages(manifest, { media, stored, mediaIdOf }, report);
  return { manifest, stored, media, ids, contents, trustedKeys };
};

export const contentsOf = (
  manifest: Manifest,
  stored: Site,
  ids: ReferencedIds,
  report: Report = () => {},
): PageContents => {
  const rules = textRules(manifest, stored, ids);
  return new Map(allPages(manifest.pages).map((node) => [node, prepareContent(node, rules, report)]));
};

/** The rules for the texts of a manifest's pages. */
export const textRules = ({ site }: Manifest, stored: Site, ids: ReferencedIds): TextRules => {
  const features = richTextFeaturesOf(
    site ? { richTextFeatures: site.value.rich_text_features ?? null } : stored.settings,
  );
  const custom = blocksOfSite(
    site
      ? { readyBlocks: site.value.ready_blocks ?? [], embedHosts: site.value.embed_hosts ?? [] }
      : stored.settings,
  );
  return { features, custom, ...ids };
};

interface Images {
  readonly media: CheckedMedia;
  readonly stored: StoredState;
  readonly mediaIdOf: MediaIdOf;
}

/** Reports images of the site that do not exist, and artwork that podcast directories would not take. */
const checkImages = async (manifest: Manifest, images: Images, report: Report): Promise<void> => {
  for (const { kind, name, at } of namedObjects(manifest)) {
    if (kind === "image" && images.mediaIdOf(kind, name) === undefined)
      report([...at, kind], `there is no ${kind} ${name}`, "not_found");
  }
  for (const { at, value } of allPages(manifest.pages)) {
    await checkArtwork(value, at, images, report);
    await checkArtwork(value.draft, [...at, "draft"], images, report);
    await checkArtwork(value.newer_draft, [...at, "newer_draft"], images, report);
  }
};

const checkArtwork = async (
  content: object | undefined,
  at: Path,
  images: Images,
  report: Report,
): Promise<void> => {
  const { podcast } = (content ?? {}) as ContentWithArtwork;
  const key = podcast?.artwork?.image;
  if (key === undefined) return;
  const picture = await pictureOf(key, images);
  if (!picture || isArtwork(picture)) return;
  report(
    [...at, "podcast", "artwork", "image"],
    `expected a square JPEG or PNG of ${artworkPixels.min} to ${artworkPixels.max} pixels; ` +
      `${key} is ${picture.contentType.replace("image/", "")} of ${picture.width} × ${picture.height}`,
  );
};

interface ContentWithArtwork {
  readonly podcast?: { readonly artwork?: { readonly image: string } | null } | null;
}

const pictureOf = async (key: string, { media, stored }: Images): Promise<PictureProperties | undefined> => {
  const checked = media.images.find(({ value }) => value.key === key);
  if (checked) return checked.file.picture;
  const id = stored.mediaKeys.image.get(key);
  const image = id === undefined ? undefined : await readMedia("image", id);
  return image?.file;
};
