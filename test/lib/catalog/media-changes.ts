import type { Media, MediaKind } from "#lib/media/media.ts";
import type { Change } from "#lib/pages/change.ts";
import { audioWith, imageWith, videoWith } from "#test/support/media-objects.ts";

export const mediaOf = (kind: MediaKind, id: number, version: number): Media => {
  if (kind === "image") return imageWith({ id, version });
  return kind === "audio" ? audioWith({ id, version }) : videoWith({ id, version });
};

/** The change that announces an object. */
export const mediaChange = (media: Media): Change => ({
  kind: "media",
  mediaKind: media.kind,
  id: media.id,
  version: media.version,
  media,
});

/** The change that announces a removal. */
export const mediaRemoval = (mediaKind: MediaKind, id: number, version: number): Change => ({
  kind: "media",
  mediaKind,
  id,
  version,
  media: null,
});
