import type * as z from "zod/mini";
import { requireChangeable } from "#lib/access/editor-media.ts";
import type { Principal } from "#lib/access/principal.ts";
import { chosenCollection } from "#lib/access/usable-collections.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import type { Audio, Chapter, Image, Media, Video } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { audioChanges, imageChanges, videoChanges } from "#lib/routes/editor-media-fields.ts";

/** The image with the changes. Refuses callers who may not make them (contract#media-changes). */
export const changedImage = (
  current: Image | undefined,
  { title, alt_text, ...changes }: z.output<typeof imageChanges>,
  principal: Principal,
): Image => {
  const image = movable(current, changes, principal);
  return { ...image, title: title ?? image.title, description: alt_text ?? image.description };
};

export const changedAudio = (
  current: Audio | undefined,
  { title, subtitle, chapters, ...changes }: z.output<typeof audioChanges>,
  principal: Principal,
): Audio => {
  const audio = movable(current, changes, principal);
  return {
    ...audio,
    title: title === undefined ? audio.title : title,
    subtitle: subtitle === undefined ? audio.subtitle : subtitle,
    chapters: chapters ? inOrder(chapters) : audio.chapters,
  };
};

export const changedVideo = (
  current: Video | undefined,
  { title, ...changes }: z.output<typeof videoChanges>,
  principal: Principal,
): Video => {
  const video = movable(current, changes, principal);
  return { ...video, title: title ?? video.title };
};

interface CommonChanges {
  readonly tags?: readonly string[] | undefined;
  readonly collection?: number | undefined;
}

const movable = <Found extends Media>(
  current: Found | undefined,
  { tags, collection }: CommonChanges,
  principal: Principal,
): Found => {
  const media = requireChangeable(current, principal);
  const isMoved = collection !== undefined && collection !== media.collectionId;
  return {
    ...media,
    tags: tags ? [...tags].sort() : media.tags,
    collectionId: isMoved ? chosenCollection(principal, media.kind, collection) : media.collectionId,
  };
};

type GivenChapter = NonNullable<z.output<typeof audioChanges>["chapters"]>[number];

/** The chapters by their start. Refuses `chapters.N.start/duplicate` and `chapters/max_length`. */
const inOrder = (given: readonly GivenChapter[]): readonly Chapter[] => {
  const starts = given.map(({ start }) => start);
  const problems = starts.flatMap((start, index): Problem[] => {
    const message = "Another chapter begins at this time.";
    return starts.indexOf(start) < index
      ? [{ path: `chapters.${index}.start`, code: "duplicate", message }]
      : [];
  });
  const chapters = given
    .map(({ start, title, link = "", image = "" }) => ({ startSeconds: start, title, link, image }))
    .sort((one, other) => one.startSeconds - other.startSeconds);
  if (firstChapters(chapters).length < chapters.length)
    problems.push({ path: "chapters", code: "max_length", message: "There are too many chapters." });
  refuseProblems(problems);
  return chapters;
};
