import { createEpisode } from "#lib/routes/editor-posts.ts";
import { call } from "./call.ts";
import { freshSlug } from "./world.ts";

/** Creates a draft episode as ada; gives the editor's episode object. */
export const createEpisodeDraft = async (podcast: number, fields: Record<string, unknown> = {}) => {
  const slug = freshSlug();
  const body = { parent: { id: podcast }, title: slug, slug, overview: [], ...fields };
  const answer = await call(createEpisode, { as: "ada", body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
