import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { createPrivateFeed, deletePrivateFeed, listPrivateFeeds } from "#lib/routes/private-feeds.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { call } from "./call.ts";
import { createEpisodeDraft } from "./episodes.ts";
import { sessionHeadersOf } from "./session.ts";

/** Makes a private feed of a podcast in a session of the user. */
export const makeFeed = async (username: string, podcast: number) =>
  call(createPrivateFeed, { headers: await sessionHeadersOf(username), body: { podcast } });

export const listFeeds = async (username: string) =>
  (await call(listPrivateFeeds, { headers: await sessionHeadersOf(username) })).body.results;

export const revokeFeed = async (username: string, id: number) =>
  call(deletePrivateFeed, { headers: await sessionHeadersOf(username), params: { id } });

/** The id of the group of that name. */
export const groupId = async (name: string): Promise<number> => {
  const { groups } = await siteAt(await readSiteVersion());
  return groups.find((group) => group.name === name)!.id;
};

/** Lets only members of the group see a page; for null, everybody. */
export const restrictTo = async (pageId: number, group: string | null) =>
  setPageProperties(pageId, {
    restriction: group === null ? null : { type: "groups", groups: [await groupId(group)] },
  });

/** Changes whether the user may sign in, or their groups. */
export const alterAccount = async (
  username: string,
  { active, groups }: { readonly active?: boolean; readonly groups?: readonly string[] },
) => {
  const ids = groups && (await Promise.all(groups.map(groupId)));
  await putUser(username, (user) => ({
    ...user!,
    ...(active === undefined ? {} : { active }),
    ...(ids === undefined ? {} : { groups: ids }),
  }));
};

/** A live episode of a podcast with an audio. */
export const makeLiveEpisode = async (podcast: number, audioId: number, fields: object = {}) => {
  const draft = await createEpisodeDraft(podcast, { podcast_audio: { id: audioId }, ...fields });
  const answer = await call(publishEpisode, {
    as: "ada",
    params: { id: draft.id },
    body: { base_revision_id: draft.latest_revision_id },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
