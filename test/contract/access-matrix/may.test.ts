// Proves contract rules: may, may-verbs, may-on-the-site.

import { beforeAll, describe, expect, test } from "vitest";
import { lockPage, unlockPage } from "#lib/actions/pages/lock-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { takeWorkflowStep } from "#lib/actions/pages/workflow.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { listUsers } from "#lib/routes/administration.ts";
import { readSiteStatistics } from "#lib/routes/administration-statistics.ts";
import { approveComment, listComments } from "#lib/routes/comments.ts";
import { listBin, restoreFromBin } from "#lib/routes/editor-bin.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { createPost, updatePost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { readUserId } from "#lib/store/listed-credentials.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { siteAt } from "#lib/store/site.ts";

import { answerOf, type CallOptions } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { useSetting } from "#test/support/settings.ts";
import { useTable } from "#test/support/table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import type { Thing } from "./entries.ts";
import { everybody, type Who } from "./people.ts";
import { answerReadsFromMemory } from "./reads-from-memory.ts";
import { credentials, makeMatrixSite, thingOf, things } from "./site.ts";

useTable();
useFiles();

const setEditLock = useSetting("ADMIN_GLOBAL_EDIT_LOCK");

beforeAll(async () => {
  await makeMatrixSite();
  answerReadsFromMemory();
  Object.assign(await openFiles(), { delete: async () => {} });
});

type May = Readonly<Record<string, boolean>>;

const routeOf = (id: string): Route => routes.find((route) => route.id === id)!;

const send = async (route: Route, who: Who, options: Partial<CallOptions<string>> = {}) => {
  const { headers, ...rest } = credentials.get(who) ?? {};
  const answer = await answerOf(route, { ...rest, ...options, headers: { ...headers, ...options.headers } });
  return {
    ...answer,
    body: answer.text.startsWith("{") || answer.text.startsWith("[") ? JSON.parse(answer.text) : {},
  };
};

/** What the caller may do with an object; nothing, if they may not read it. */
const mayOf = async (route: Route, who: Who, id: number): Promise<May> =>
  (await send(route, who, { params: { id }, query: "may=true" })).body.may ?? {};

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly errors?: object };
}

/** True unless the request was refused for its sender or its object; an audio and other uses do not count. */
const isPermitted = ({ status, body }: Answer): boolean => {
  if (status < 400 || body.code === "in_use") return true;
  if (status !== 400) return false;
  expect(Object.keys(body.errors ?? {})).toEqual(["podcast_audio"]);
  return true;
};

/** Whatever is permitted gives its answer, and writes nothing: so all ask about the same world. */
const withoutWriting = async (work: () => Promise<void>): Promise<void> => {
  const site = await wholeTable();
  await inCommitScope({ isDryRun: true, receipt: undefined }, work);
  expect(await wholeTable()).toEqual(site);
};

const postVerbs: readonly string[] = [
  ...["edit", "publish", "unpublish", "schedule", "unschedule", "lock", "unlock", "delete"],
  ...["start_workflow", "approve", "request_changes", "cancel_workflow"],
];

const bodies: Readonly<Record<string, object>> = {
  edit: { title: "Another title" },
  schedule: { publish_at: "2090-01-01T00:00:00Z" },
};

const tryVerb = async (surface: string, verb: string, who: Who, { id, revision }: Subject) => {
  const name = verb === "edit" ? "update" : verb.replaceAll("_", "-");
  const body = bodies[verb];
  return isPermitted(
    await send(routeOf(`editor/${surface}/${name}`), who, {
      params: { id },
      headers: { "if-match": `"${revision}"` },
      ...(body && { body }),
    }),
  );
};

interface Subject {
  readonly id: number;
  readonly revision: number;
}

/** Asks everybody, then sends each request; gives what does not agree. Counts what was permitted. */
const differencesOf = async (surface: "posts" | "episodes", subject: Subject) => {
  const wrong: string[] = [];
  const permitted = new Set<string>();
  for (const who of everybody) {
    const may = await mayOf(routeOf(`editor/${surface}/read`), who, subject.id);
    if (Object.keys(may).length > 0) expect(Object.keys(may)).toEqual(postVerbs);
    for (const verb of postVerbs) {
      const said = may[verb] ?? false;
      if (said) permitted.add(verb);
      if ((await tryVerb(surface, verb, who, subject)) !== said)
        wrong.push(`${verb} by ${who.name}: ${said}`);
    }
    if (Object.keys(may).length === 0) continue;
    const { results } = (await send(listEditablePages, who, { query: { may: "true", pageSize: 200 } })).body;
    const listed = results.find(({ id }: Subject) => id === subject.id)?.may;
    if (JSON.stringify(listed) !== JSON.stringify(may)) wrong.push(`in the list of ${who.name}`);
  }
  return { wrong, permitted: postVerbs.filter((verb) => permitted.has(verb)) };
};

const permit = () => {};
const userId = async (name: string) => (await readUserId(name))!;
const lock = async (id: number, owner: string | null) =>
  lockPage(id, { permit, ownerId: owner === null ? null : await userId(owner) });
const schedule = (id: number, publishAt: string | null) => schedulePage(id, { permit, publishAt });
const step = async (id: number, name: "start" | "approve" | "request_changes", by = "writer") =>
  takeWorkflowStep(id, {
    ...{ permit, step: name, userId: await userId(by) },
    workflows: (await siteAt(0)).workflows,
  });
const publish = (id: number) => publishPage(id, { publisherId: null, permit });
const save = (id: number) => saveDraft(id, { authorId: null, permit, change: (latest) => latest });

const later = "2090-01-01T00:00:00Z";

type Change = (id: number) => Promise<unknown>;

const unlock: Change = (id) => unlockPage(id, { permit });

/** Does these one after the other. */
const inTurn =
  (...changes: readonly Change[]): Change =>
  async (id) => {
    for (const change of changes) await change(id);
  };

const always = "unschedule lock unlock";

/** The states of a post of `writer`, each made of the one before, and the verbs that somebody may. */
const states: readonly (readonly [name: string, make: Change, some: string])[] = [
  ["a draft", async () => {}, `edit publish schedule ${always} delete start_workflow`],
  ["locked by its owner", (id) => lock(id, "writer"), "edit unschedule unlock delete start_workflow"],
  [
    "locked by another",
    inTurn(unlock, (id) => lock(id, "editor")),
    `edit publish schedule ${always} delete start_workflow`,
  ],
  ["locked by somebody whose lock counts for themselves", () => setEditLock(true), always],
  ["locked against everybody", inTurn(unlock, (id) => lock(id, null)), "unschedule unlock"],
  ["scheduled", inTurn(unlock, (id) => schedule(id, later)), `schedule ${always}`],
  ["live", inTurn((id) => schedule(id, null), publish), `edit unpublish ${always} delete start_workflow`],
  ["changed", save, `edit publish unpublish schedule ${always} delete start_workflow`],
  ["changed and scheduled", (id) => schedule(id, later), `schedule ${always}`],
  [
    "in the first task of a workflow",
    inTurn(
      (id) => schedule(id, null),
      (id) => step(id, "start"),
    ),
    `edit ${always} approve request_changes cancel_workflow`,
  ],
  [
    "in its second task",
    (id) => step(id, "approve", "reviewer"),
    `edit ${always} approve request_changes cancel_workflow`,
  ],
  ["in its second task, and locked by another", (id) => lock(id, "editor"), "edit unschedule lock unlock"],
  [
    "handed back with changes to make",
    inTurn(unlock, (id) => step(id, "request_changes", "corrector")),
    `edit ${always} start_workflow cancel_workflow`,
  ],
];

const subjectOf = async (name: string): Promise<Subject> => {
  const { id } = thingOf(name);
  return { id, revision: (await readEditablePage(id))!.page.latestRevisionId! };
};

describe("may and the requests agree for everybody and every verb, and lists and objects", () => {
  test.each(states)("of a post that is %s", async (_, make, some) => {
    await make(thingOf("own draft").id);
    const subject = await subjectOf("own draft");
    await withoutWriting(async () => {
      expect(await differencesOf("posts", subject)).toEqual({ wrong: [], permitted: verbsOf(some) });
    });
  });

  test.each([
    ["a draft without audio", "episode draft", `edit publish schedule ${always} delete`],
    ["live", "episode-0", `edit unpublish ${always} delete`],
  ])("of an episode that is %s", async (_, name, some) => {
    const subject = await subjectOf(name);
    await withoutWriting(async () => {
      expect(await differencesOf("episodes", subject)).toEqual({ wrong: [], permitted: verbsOf(some) });
    });
  });

  test("of what is in the bin", async () => {
    const restored = new Set<string>();
    await withoutWriting(async () => {
      for (const who of everybody)
        for (const { id, name } of things.filter(({ isInBin }) => isInBin)) {
          const { body } = await send(listBin, who, { query: "may=true" });
          const said = body.results?.find((each: Subject) => each.id === id)?.may ?? { restore: false };
          const granted = isPermitted(await send(restoreFromBin, who, { params: { id } }));
          expect([who.name, name, said]).toEqual([who.name, name, { restore: granted }]);
          if (granted) restored.add(who.name);
        }
    });
    expect([...restored]).toEqual(expect.arrayContaining(["editor", "writer", "neighbour", "superuser"]));
  });

  test("of home pages, blogs and podcasts", async () => {
    const parents = things.filter(({ kind }) => ["home", "blog", "podcast"].includes(kind));
    await withoutWriting(async () => {
      for (const who of everybody) {
        const query = "may=true&type=site.HomePage,site.Blog,site.Podcast";
        const listed = [
          ...((await send(listEditablePages, who, { query })).body.results ?? []),
          ...[(await send(listParents, who, { query: "may=true" })).body].flat(),
        ];
        for (const { id, name } of parents) {
          const said = listed.filter((each) => each.id === id).map(({ may }) => may);
          const granted = { add: await adds(who, id), edit: await changes(who, id) };
          for (const may of said) expect([who.name, name, may]).toEqual([who.name, name, granted]);
          if (said.length === 0) expect([who.name, name, granted.add]).toEqual([who.name, name, false]);
        }
      }
    });
  });

  test("of media, whether pages use them or not", async () => {
    const media = things.filter(({ kind }) => ["image", "audio", "video"].includes(kind));
    const { id: post } = thingOf("public");
    await withoutWriting(async () => {
      for (const who of everybody) {
        const maySave = await saves(who, post);
        const listed = await mayOfListed(who);
        for (const thing of media) {
          const said = await mayOf(routeOf(`editor/media/read-${thing.kind}`), who, thing.id);
          const { choose = false } = said;
          const granted = {
            edit: await asksOfMedia(who, thing, "update"),
            delete: await asksOfMedia(who, thing, "delete"),
            choose: maySave ? await saves(who, post, thing) : choose,
          };
          const nothing = { edit: false, delete: false, choose: false };
          expect([who.name, thing.name, { ...nothing, ...said }]).toEqual([who.name, thing.name, granted]);
          const may = listed.get(thing.id);
          if (may) expect([who.name, thing.name, may]).toEqual([who.name, thing.name, said]);
        }
      }
    });
  });
});

const verbsOf = (some: string): string[] => postVerbs.filter((verb) => some.split(" ").includes(verb));

const adds = async (who: Who, id: number): Promise<boolean> => {
  const body = { parent: { id }, title: "Another", slug: "another", overview: [] };
  return (await send(createPost, who, { body })).status === 201;
};

/** What lists of media say, by the ids of the objects. */
const mayOfListed = async (who: Who): Promise<ReadonlyMap<number, May>> => {
  const found: [number, May][] = [];
  for (const kind of ["images", "audios", "videos"]) {
    const { body } = await send(routeOf(`editor/media/list-${kind}`), who, { query: "may=true" });
    found.push(...(body.results ?? []).map(({ id, may }: { id: number; may: May }) => [id, may]));
  }
  return new Map(found);
};

/** Pages of these kinds are changed elsewhere; the list of pages that one may edit has them. */
const changes = async (who: Who, id: number): Promise<boolean> => {
  if (who.scopes !== null && !who.scopes.includes("write")) return false;
  const { body } = await send(listEditablePages, who, { query: "pageSize=100" });
  return (body.results ?? []).some((page: { readonly id: number }) => page.id === id);
};

const asksOfMedia = async (who: Who, { kind, id }: Thing, verb: "update" | "delete"): Promise<boolean> =>
  isPermitted(
    await send(routeOf(`editor/media/${verb}-${kind}`), who, {
      params: { id },
      ...(verb === "update" && { body: { title: "Another title" } }),
    }),
  );

/** True if a save of the post is not refused, or one with this object in the post. */
const saves = async (who: Who, id: number, media?: Thing): Promise<boolean> => {
  const { revision } = await subjectOf("public");
  const detail = media && [{ type: media.kind, value: { id: media.id } }];
  const body = { base_revision_id: revision, ...(detail ? { detail } : { title: "Another title" }) };
  return (await send(updatePost, who, { params: { id }, body })).status === 200;
};

test("whoami says whom the routes of administrators, of moderators and of statistics let in", async () => {
  const { id } = thingOf("comment");
  const some = new Map<string, string[]>();
  await withoutWriting(async () => {
    for (const who of everybody) {
      const { status, body } = await send(whoAmI, who);
      if (status !== 200) continue;
      const entered = {
        administrate: (await send(listUsers, who)).status === 200,
        moderate:
          (await send(listComments, who)).status === 200 &&
          (await send(approveComment, who, { params: { id } })).status === 200,
        see_statistics: (await send(readSiteStatistics, who)).status === 200,
      };
      expect([who.name, body.may]).toEqual([who.name, entered]);
      expect(body.groups).toEqual(who.groups);
      for (const [verb, may] of Object.entries(entered))
        if (may) some.set(verb, [...(some.get(verb) ?? []), who.name]);
    }
  });
  expect(some.get("administrate")).toEqual(["superuser", "superuser-admin", "superuser-by-session"]);
  expect(some.get("moderate")).toEqual(["moderator"]);
  expect(some.get("see_statistics")).toEqual(some.get("administrate"));
});
