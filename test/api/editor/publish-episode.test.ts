// Proves contract rules: players-of-posts, episode-endpoints, publish-latest, publish-answer,
// publish-precedence, publish-atomic, publish-episode, publish-scheduled.

import { describe, expect, test } from "vitest";
import { handler } from "#functions/jobs/publish-scheduled.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setWorkflowState } from "#lib/actions/pages/workflow.ts";
import { publishEpisode, publishPost, readEpisode, updateEpisode } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readAudit } from "#lib/store/audit.ts";
import { queryItems } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();
const permit = () => {};

const endpoints = [
  ["the episode endpoint", publishEpisode],
  ["the post endpoint", publishPost],
] as const;

const publish = (
  id: number,
  {
    as = "ada",
    headers = {},
    route = publishEpisode,
  }: { as?: string; headers?: object; route?: unknown } = {},
) => call(route as typeof publishEpisode, { as, params: { id }, headers: { ...headers } });

const read = async (id: number) => (await call(readEpisode, { as: "ada", params: { id } })).body;

const update = async (id: number, fields: object) => {
  const body = { base_revision_id: (await read(id)).latest_revision_id, ...fields };
  return (await call(updateEpisode, { as: "ada", params: { id }, body })).body;
};

const createWithAudio = async (fields: object = {}) => {
  const audio = await makeAudio();
  const draft = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id }, ...fields });
  return { ...draft, audio: audio.id } as { id: number; slug: string; audio: number };
};

const createLiveEpisode = async (fields: object = {}) => {
  const episode = await createWithAudio(fields);
  await publish(episode.id);
  return episode;
};

const everythingOf = (id: number) => queryItems({ pk: keys.page(id).pk });

/** The code of a refusal, or the `path/code` of its only problem. */
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof publish>>): string => {
  const [problem] = Object.entries((body.errors ?? {}) as Record<string, { code: string }[]>);
  return problem ? `${status} ${problem[0]}/${problem[1][0]?.code}` : `${status} ${body.code}`;
};

const audioRequired = "400 podcast_audio/required";

describe.each(endpoints)("a publication of an episode at %s", (_name, route) => {
  test("makes it public as an episode, and says where", async () => {
    const { id, slug, audio } = await createWithAudio();
    const draft = await read(id);
    const { status, body } = await publish(id, { route });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...draft,
      live: true,
      status: "live",
      published_revision_id: draft.latest_revision_id,
      public_url: `/calls/${slug}/`,
    });
    expect(body.podcast_audio).toEqual({ id: audio });
    const { results } = (await call(listPages, { query: { type: "site.Episode", id } })).body;
    expect(results).toMatchObject([{ id, meta: { type: "site.Episode" } }]);
    expect((await call(listPages, { query: { type: "site.Post", id } })).body.count).toBe(1);
  });

  test("is refused while it has no audio, and changes nothing", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    const before = await everythingOf(id);
    expect(refusalOf(await publish(id, { route }))).toBe(audioRequired);
    expect(await everythingOf(id)).toEqual(before);
  });

  test("is refused once its audio is deleted, also of a live one's draft", async () => {
    const { id, audio } = await createLiveEpisode();
    await update(id, { title: "Newer" });
    await deleteMedia("audio", audio);
    const before = await everythingOf(id);
    expect(refusalOf(await publish(id, { route }))).toBe(audioRequired);
    expect(await everythingOf(id)).toEqual(before);
  });

  test("is refused where the latest draft lost the audio that the public still has", async () => {
    const { id, audio } = await createLiveEpisode();
    await update(id, { podcast_audio: null });
    expect(refusalOf(await publish(id, { route }))).toBe(audioRequired);
    await update(id, { podcast_audio: { id: audio } });
    expect((await publish(id, { route })).status).toBe(200);
  });

  test("needs the permission and the scope, before the audio counts", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    const answers = ["di", "ada-write", "ada-publish"].map((as) => publish(id, { route, as }));
    expect((await Promise.all(answers)).map(refusalOf)).toEqual([
      "403 permission_denied",
      "403 insufficient_scope",
      audioRequired,
    ]);
  });
});

describe.each(endpoints)("at %s a missing audio comes last", (_name, route) => {
  const publishAt = "2090-01-01T00:00:00.000Z";
  const review = { name: "Review", task: "Reading", state: "needs_changes", groups: [] } as const;
  const lock = (id: number) => lockPage(id, { permit, ownerId: null });
  const schedule = (id: number) => schedulePage(id, { permit, publishAt });
  const start = (id: number) => setWorkflowState(id, { permit, next: () => review });

  test.each([
    ["a lock", [lock], "409 page_locked"],
    ["a schedule", [schedule], "409 page_locked"],
    ["a workflow", [start], "409 workflow_active"],
    ["a workflow and a lock", [lock, start], "409 workflow_active"],
    ["a schedule and a workflow", [schedule, start], "409 page_locked"],
    ["nothing else", [], audioRequired],
  ])("after %s", async (_state, changes, refusal) => {
    const { id } = await createEpisodeDraft(world.calls);
    for (const change of changes) await change(id);
    const before = await everythingOf(id);
    expect(refusalOf(await publish(id, { route }))).toBe(refusal);
    expect(await everythingOf(id)).toEqual(before);
  });

  test("after a stale revision and after having no draft", async () => {
    const draft = await createEpisodeDraft(world.calls);
    const stale = { "if-match": `"${draft.latest_revision_id - 1}"` };
    expect(refusalOf(await publish(draft.id, { route, headers: stale }))).toBe("409 revision_conflict");
    const live = await createLiveEpisode();
    await deleteMedia("audio", live.audio);
    expect(refusalOf(await publish(live.id, { route }))).toBe("409 no_unpublished_draft");
  });
});

describe("the episode endpoint", () => {
  test("publishes no plain post, whatever If-Match says", async () => {
    const post = await createDraft(world.calls);
    for (const id of [post.id, 999_999]) {
      const { status, body } = await publish(id, { headers: { "if-match": "12" } });
      expect([status, body]).toEqual([404, { code: "not_found", detail: "Episode not found." }]);
    }
  });

  test("looks at If-Match after the permission to edit, and before the permission to publish", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    const headers = { "if-match": "12" };
    expect(refusalOf(await publish(id, { as: "di", headers }))).toBe("403 permission_denied");
    expect(refusalOf(await publish(id, { headers }))).toBe("400 If-Match/invalid");
    expect(refusalOf(await publish(id, { route: publishPost, as: "di", headers }))).toBe(
      "400 If-Match/invalid",
    );
  });
});

describe("an audio that is deleted meanwhile", () => {
  test("keeps the episode from being published, even after it was looked up", async () => {
    const { id, audio } = await createWithAudio();
    const before = await everythingOf(id);
    beforeNextTransaction(() => deleteMedia("audio", audio));
    await expect(publishPage(id, { publisherId: null, permit })).rejects.toMatchObject({
      details: { problems: [{ path: "podcast_audio", code: "required" }] },
    });
    expect(await everythingOf(id)).toEqual(before);
  });

  test("either comes too late or leaves a draft, however they race", async () => {
    const rounds = Array.from({ length: 40 }, async (_, round) => {
      const { id, audio } = await createWithAudio();
      const deletion = async () => {
        await new Promise((resolve) => setTimeout(resolve, round % 8));
        await deleteMedia("audio", audio);
      };
      const [answer] = await Promise.all([publish(id), deletion()]);
      const { live } = await read(id);
      if (answer.status === 200) expect(live).toBe(true);
      else expect([refusalOf(answer), live]).toEqual([audioRequired, false]);
    });
    await Promise.all(rounds);
  });
});

/** Acts just before the next transaction is sent. */
const beforeNextTransaction = (act: () => Promise<unknown>): void => {
  let isPending = true;
  aroundCommands(async (send, { operation }) => {
    if (isPending && operation === "TransactWriteItems") {
      isPending = false;
      await act();
    }
    return send();
  });
};

describe("a scheduled episode", () => {
  const past = "2026-01-01T00:00:00.000Z";

  test("goes live when its time comes", async () => {
    const { id } = await createWithAudio();
    await schedulePage(id, { permit, publishAt: past });
    await handler();
    expect(await read(id)).toMatchObject({ live: true, status: "live" });
  });

  test("without audio is not published: its approval is gone, and the log says why", async () => {
    const { id } = await createEpisodeDraft(world.calls);
    await schedulePage(id, { permit, publishAt: past });
    using log = captureLog();
    await handler();
    expect(log.lines).toEqual([
      {
        level: "error",
        job: "jobs/publish-scheduled",
        outcome: "refused",
        page_id: id,
        reason: "An episode needs an audio to be published.",
      },
    ]);
    expect(await read(id)).toMatchObject({ live: false, status: "draft" });
    expect((await readAudit(id)).map(({ kind }) => kind)).toEqual([
      "wagtail.create",
      "wagtail.publish.schedule",
    ]);
  });
});

describe("the public page of an episode", () => {
  const players = async (id: number) =>
    (await call(readLivePage, { params: { id }, query: { fields: "_,webplayer_players" } })).body
      .webplayer_players;

  const pairs = (id: number, audios: readonly number[]) =>
    audios.map((audio) => [`#audio_${audio}`, `/api/audios/webplayer/${audio}/post/${id}/`]);

  test("names the players of the body in its order, each once, then its own", async () => {
    const [one, two] = [(await makeAudio()).id, (await makeAudio()).id];
    const block = (id: number) => ({ type: "audio", value: { id } });
    const { id, audio } = await createLiveEpisode({
      overview: [block(two)],
      detail: [block(one), block(two)],
    });
    expect(await players(id)).toEqual(pairs(id, [two, one, audio]));
  });

  test("has the players where their names say", async () => {
    const { id: inBody } = await makeAudio();
    const { id } = await createLiveEpisode({ detail: [{ type: "audio", value: { id: inBody } }] });
    const { body } = await call(readLivePage, { params: { id }, query: { fields: "_,html_detail" } });
    expect(body.html_detail).toContain(`id="audio_${inBody}"`);
  });

  test("names its own player once when the body has it, too", async () => {
    const { id: own } = await makeAudio();
    const { id: other } = await makeAudio();
    const detail = [own, other].map((id) => ({ type: "audio", value: { id } }));
    const { id } = await createLiveEpisode({ podcast_audio: { id: own }, detail });
    expect(await players(id)).toEqual(pairs(id, [own, other]));
  });

  test("names no player of an audio that is gone", async () => {
    const { id: inBody } = await makeAudio();
    const { id, audio } = await createLiveEpisode({ detail: [{ type: "audio", value: { id: inBody } }] });
    await deleteMedia("audio", inBody);
    expect(await players(id)).toEqual(pairs(id, [audio]));
    await deleteMedia("audio", audio);
    expect(await players(id)).toEqual([]);
  });

  test("has no field that tells of the episode", async () => {
    const { id } = await createLiveEpisode();
    const { body } = await call(readLivePage, { params: { id } });
    expect(body.meta.type).toBe("site.Episode");
    for (const field of ["podcast_audio", "explicit", "season"]) expect(body).not.toHaveProperty(field);
  });
});
