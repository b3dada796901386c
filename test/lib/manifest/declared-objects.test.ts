import { expect, test } from "vitest";
import { exportedObject, exportedObjects, namesWin } from "#lib/manifest/export/exported-fields.ts";
import { readObject } from "#lib/manifest/read/read-object.ts";
import { type PodcastDetails, podcastDefaults, podcastDetailFields } from "#lib/pages/podcast.ts";
import { redirectFields } from "#lib/site/site.ts";
import { groupFields } from "#lib/site/user.ts";
import { webhookEvents, webhookFields } from "#lib/site/webhook.ts";

const nothing = () => undefined;

test("an object that an earlier version stored without a later field is exported as if nobody had set it", () => {
  const stored: Partial<PodcastDetails> = { subtitle: "Of birds" };
  expect(exportedObject(podcastDetailFields, stored as PodcastDetails, nothing, {})).toEqual({
    subtitle: "Of birds",
  });
});

test("what nobody has set is not exported, and is read again", () => {
  expect(exportedObject(podcastDetailFields, podcastDefaults, nothing, {})).toEqual({});
  expect(readObject(podcastDetailFields, {}, nothing)).toEqual(podcastDefaults);
});

test("objects that name what is gone are left out, and others lose its name", () => {
  const redirect = { from: "/a", pageId: 7 };
  expect(
    exportedObjects(redirectFields, [redirect, { ...redirect, pageId: 8 }], () => undefined, {}),
  ).toEqual([]);
  const names = (_: string, id: number) => (id === 7 ? "/home" : undefined);
  expect(exportedObjects(redirectFields, [redirect, { ...redirect, pageId: 8 }], names, {})).toEqual([
    { from: "/a", to: "/home" },
  ]);
  const group = {
    ...{ id: 1, name: "Editors", adminAccess: false, collections: [] },
    pages: [7, 8].map((pageId) => ({ pageId, allow: ["add"] as const })),
  };
  expect(exportedObject(groupFields, group, names, { id: namesWin })).toEqual({
    name: "Editors",
    pages: [{ page: "/home", allow: ["add"] }],
  });
});

test("grants of pages that do not exist yet are left out, and permissions have one order", () => {
  const said = {
    name: "Editors",
    pages: [
      { page: "/home", allow: ["publish", "add", "add"] },
      { page: "/new", allow: ["add"] },
    ],
  };
  const { pages } = readObject(groupFields, said, (_, path) => (path === "/home" ? 7 : undefined));
  expect(pages).toEqual([{ pageId: 7, allow: ["add", "publish"] }]);
});

test("a webhook of which only name and address are said is told of all events", () => {
  const said = { name: "builds", url: "https://builds.example/" };
  expect(readObject(webhookFields, said, nothing)).toEqual({
    ...{ ...said, events: webhookEvents, parents: [], coalesceSeconds: 0, active: true },
  });
});
