import { texts } from "../texts/index.ts";
import { type Block, piecesOf } from "../words/flow.ts";
import type { JsonObject } from "../words/json.ts";
import type { Fields } from "../words/merge.ts";

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

/** Pictures whose alternative text was left empty where they stand. */
const picturesWithoutAlt = (fields: Fields): number =>
  ["overview", "detail"].reduce(
    (count, name) =>
      count +
      piecesOf((fields[name] ?? []) as unknown as readonly Block[]).filter(
        (piece) =>
          "block" in piece &&
          piece.block.type === "image" &&
          (piece.block.value as JsonObject | null)?.alt_text === "",
      ).length,
    0,
  );
