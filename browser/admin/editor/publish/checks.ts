import { texts } from "../../texts/index.ts";
import { type Block, piecesOf } from "../../words/flow.ts";
import type { JsonObject } from "../../words/json.ts";
import type { Fields } from "../../words/merge.ts";

/** What somebody may have forgotten; nothing of it holds a publication back. */
export const thingsToNote = (
  fields: Fields,
  published: Fields | undefined,
  isEpisode: boolean,
): readonly string[] => {
  const said = texts.publish;
  const notes: string[] = [];
  const without = picturesWithoutAlt(fields);
  if (without > 0) notes.push(said.noAlt(without));
  if (!fields.search_description) notes.push(said.noSummary);
  if (!fields.cover_image) notes.push(said.noCover);
  if (isEpisode && fields.episode_number === null && fields.episode_type === "full")
    notes.push(said.noNumber);
  if (published && published.slug !== fields.slug)
    notes.push(said.slugChanges(String(published.slug), String(fields.slug)));
  return notes;
};

/** Pictures, also of galleries and of the cover, whose alternative text was left empty where they stand. */
const picturesWithoutAlt = (fields: Fields): number =>
  [...blocksOf(fields).flatMap(({ type, value }) => picturesIn(type, value)), fields.cover_image].filter(
    (picture) => (picture as JsonObject | null | undefined)?.alt_text === "",
  ).length;

const picturesIn = (type: string, value: unknown): readonly unknown[] => {
  if (type === "image") return [value];
  return type === "gallery" && Array.isArray(value) ? value : [];
};

const piecesIn = (fields: Fields) =>
  [fields.overview, fields.detail].flatMap((body) => piecesOf((body ?? []) as unknown as readonly Block[]));

const blocksOf = (fields: Fields) =>
  piecesIn(fields).flatMap((piece) => ("block" in piece ? [piece.block] : []));

/** The HTML of the texts between blocks. */
export const htmlOf = (fields: Fields): string =>
  piecesIn(fields)
    .flatMap((piece) => ("html" in piece ? [piece.html] : []))
    .join("");
