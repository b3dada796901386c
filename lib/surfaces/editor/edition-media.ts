import type * as z from "zod/mini";
import { type Media, mediaKinds, originalsOf } from "#lib/media/media.ts";
import { type MediaIds, mediaIds } from "#lib/media/references.ts";
import type { Edition } from "#lib/pages/edition.ts";
import type { listedEdition } from "#lib/routes/editor-pages.ts";

type Listed = z.input<typeof listedEdition>["media"];

const referencesOf = ({ summary: { media = {} } }: Edition) =>
  mediaKinds.flatMap((kind) => (media[kind] ?? []).map((id) => ({ kind, id })));

/** What the latest revisions of these pages use, as far as their rows say it. */
export const mediaOfEditions = (editions: readonly Edition[]): MediaIds =>
  mediaIds(editions.flatMap(referencesOf));

/** Those of the objects that the page uses; null if its row does not say (contract#pages-for-editors). */
export const editionMediaView = (edition: Edition, objects: readonly Media[]): Listed => {
  if (!edition.summary.media && edition.latestRevisionId !== null) return null;
  const byName = new Map(objects.map((object) => [`${object.kind} ${object.id}`, object]));
  return referencesOf(edition).flatMap(({ kind, id }) => {
    const object = byName.get(`${kind} ${id}`);
    const checksums = object && originalsOf(object).flatMap(({ partsSha256 }) => partsSha256 ?? []);
    return checksums ? [{ kind, id, parts_sha256: checksums }] : [];
  });
};
