// Proves contract rules: editor-access, page-permissions, collection-permissions, token-limits, scopes,
// exchanged-tokens, restricted, legacy-owners, player-access, editors-pages, order-of-checks.

import { beforeAll, describe, expect, test } from "vitest";
import { openFiles } from "#lib/files/open-files.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { inCommitScope } from "#lib/store/commit-scope.ts";
import { answerOf } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { type AccessOutcome, accessEntries, isOutside, latestRevisions, type Thing } from "./entries.ts";
import { everybody, type Who } from "./people.ts";
import { answerReadsFromMemory } from "./reads-from-memory.ts";
import { credentials, makeMatrixSite, nothing, plainTextType, thingOf, things } from "./site.ts";

useTable();
useFiles();

let site: readonly unknown[];

beforeAll(async () => {
  await makeMatrixSite();
  answerReadsFromMemory();
  site = await wholeTable();
  // Deletions that write nothing would delete files all the same.
  Object.assign(await openFiles(), { delete: async () => {} });
});

const guest = everybody.find(({ name }) => name === "guest")!;

const withIds = routes.filter(({ params }) => params.length > 0);

test("every route with an id has an entry in entries.ts, and every entry a route", () => {
  expect(Object.keys(accessEntries).sort()).toEqual(withIds.map(({ id }) => id).sort());
});

/**
 * One that does not exist, those of the route's kinds, and the first of each kind that is near. Who is
 * refused whatever the object is tries two of them.
 */
const thingsFor = ({ id }: Route): readonly Thing[] => {
  const { kinds, near } = accessEntries[id]!;
  const own = things.filter(({ kind }) => kinds.includes(kind));
  const others = near.flatMap((kind) => things.find((thing) => thing.kind === kind) ?? []);
  return [thingOf("nothing"), ...own, ...others.filter((thing) => !own.includes(thing))];
};

const outcomeOf = (status: number): AccessOutcome | number => {
  if (status === 302) return "sign in";
  return status === 401 || status === 403 || status === 404 || status >= 500 ? status : "in";
};

/** Addresses in an answer name what was asked for. */
const withoutId = (text: string, id: number): string =>
  text.replaceAll(new RegExp(`(?<=/|%2F)${id}(?=/|%2F)`, "g"), "…");

const ask = async (route: Route, who: Who, thing: Thing, revisionOf = thing) => {
  const body = accessEntries[route.id]!.body?.(thing);
  const params = {
    id: thing.id,
    revision: latestRevisions.get(revisionOf.id) ?? 1,
    post_id: thing.playedBy?.[0]?.id ?? nothing,
    link: thing.link?.id ?? 1,
    delivery: thing.delivery ?? 1,
  };
  const query = "key" in route.query.parameters ? { key: thing.link?.key ?? "made-up" } : "";
  const { headers, ...rest } = credentials.get(who) ?? {};
  const type = typeof body === "string" ? plainTextType : {};
  const { status, text } = await answerOf(route, {
    ...{ ...rest, params, query },
    headers: { ...headers, ...type },
    ...(body && { body }),
  });
  return { outcome: outcomeOf(status), said: `${status} ${withoutId(text, thing.id)}` };
};

/** Whatever is admitted gives its answer, and writes nothing: so all ask about the same world. */
const withoutWriting = async (work: () => Promise<void>): Promise<void> => {
  await inCommitScope({ isDryRun: true, receipt: undefined }, work);
  expect(await wholeTable()).toEqual(site);
};

describe("everybody gets what the contract says, of every object, by every route with an id", () => {
  // All of them take so long on a busy machine that a single test would reach its limit of time.
  test.each(withIds.map((route) => [route.id, route] as const))("%s", async (_, route: Route) => {
    const { door, expect: expected } = accessEntries[route.id]!;
    const ofNothing = new Map<Who, string>();
    const wrong: string[] = [];
    await withoutWriting(async () => {
      for (const [index, thing] of thingsFor(route).entries()) {
        const toGuest = door(guest) === undefined ? await ask(route, guest, thing) : undefined;
        for (const who of everybody) {
          if (index > 1 && door(who) !== undefined) continue;
          const { outcome, said } = await ask(route, who, thing);
          if (thing.kind === "nothing") ofNothing.set(who, said);
          const place = `"${thing.name}" by ${who.name}`;
          if (outcome !== expected(who, thing))
            wrong.push(`${place}: not ${expected(who, thing)}, but ${said.slice(0, 100)}`);
          if (outcome === 404 && tellsNothing(route) && said !== ofNothing.get(who))
            wrong.push(`${place}: not as a missing one`);
          if (door(who) === undefined && isOutside(who, thing) && toGuest && said !== toGuest.said)
            wrong.push(`${place}: not as for somebody without permissions`);
        }
      }
    });
    expect(wrong).toEqual([]);
  });
});

/** A player says of an audio whether it is there or only not played (contract#player-access). */
const tellsNothing = ({ id }: Route): boolean => !id.startsWith("audios/webplayer");

test("a revision of another page is missing to those who may edit the page, and nothing to others", async () => {
  const ofRevisions = withIds.filter(({ params }) => params.includes("revision"));
  expect(ofRevisions.length).toBeGreaterThan(5);
  const [page, other] = [thingOf("episode draft"), thingOf("public")];
  const wrong: string[] = [];
  await withoutWriting(async () => {
    for (const route of ofRevisions)
      for (const who of everybody) {
        const admitted = accessEntries[route.id]!.expect(who, page);
        const { outcome } = await ask(route, who, page, other);
        if (outcome !== (admitted === "in" ? 404 : admitted))
          wrong.push(`${route.id} by ${who.name}: ${outcome}`);
      }
  });
  expect(wrong).toEqual([]);
});
