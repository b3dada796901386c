import type { CheckedMedia } from "#lib/manifest/media/checked-media.ts";
import type { PictureProperties } from "#lib/manifest/media/manifest-files.ts";
import type { MediaIdOf } from "#lib/manifest/media/media-references.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { allPages, type Manifest, namedObjects } from "#lib/manifest/read/read-manifest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { artworkPixels, isArtwork } from "#lib/pages/podcast.ts";
import { readMedia } from "#lib/store/media.ts";

interface Images {
  readonly media: CheckedMedia;
  readonly stored: StoredState;
  readonly mediaIdOf: MediaIdOf;
}

/** Reports images of the site that do not exist, and artwork that podcast directories would not take. */
export const checkImages = async (manifest: Manifest, images: Images, report: Report): Promise<void> => {
  for (const { kind, name, at } of namedObjects(manifest)) {
    if (kind === "image" && images.mediaIdOf(kind, name) === undefined)
      report([...at, kind], `there is no ${kind} ${name}`);
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
