import type { JsonObject } from "#lib/json.ts";
import { piecesOf, type TextBlock } from "#lib/richtext/source/pieces.ts";
import { texts } from "../../texts/index.ts";
import type { Fields } from "../../words/merge.ts";
import type { PostType } from "../page-service.ts";

/** What somebody may have forgotten; nothing of it holds a publication back. */
export const thingsToNote = (
  fields: Fields,
  published: Fields | undefined,
  type: PostType,
): readonly string[] => {
  const said = texts.publish;
  const notes: string[] = [];
  if (!fields.search_description) notes.push(said.noSummary);
  if (!fields.cover_image && type !== "site.Page") notes.push(said.noCover);
  // One without a kind is an ordinary one.
  if (type === "site.Episode" && fields.episode_number === null && !lone.has(fields.episode_type))
    notes.push(said.noNumber);
  if (published && published.slug !== fields.slug)
    notes.push(said.slugChanges(String(published.slug), String(fields.slug)));
  return notes;
};

/** The kinds of episodes that stand outside the numbers. */
const lone: ReadonlySet<unknown> = new Set(["trailer", "bonus"]);

/** The ids of the pictures in a text, also of galleries, one for each place. */
export const picturesIn = (fields: Fields): readonly number[] =>
  blocksOf(fields)
    .flatMap(({ type, value }): readonly unknown[] => {
      if (type === "image") return [value];
      return type === "gallery" && Array.isArray(value) ? value : [];
    })
    .map((picture) => (picture as JsonObject | null)?.id)
    .filter((id) => typeof id === "number");

const piecesIn = (fields: Fields) =>
  [fields.overview, fields.detail].flatMap((body) =>
    piecesOf((body ?? []) as unknown as readonly TextBlock[]),
  );

const blocksOf = (fields: Fields) =>
  piecesIn(fields).flatMap((piece) => ("block" in piece ? [piece.block] : []));

/** The HTML of the texts between blocks. */
export const htmlOf = (fields: Fields): string =>
  piecesIn(fields)
    .flatMap((piece) => ("html" in piece ? [piece.html] : []))
    .join("");
