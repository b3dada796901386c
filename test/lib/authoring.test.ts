import { expect, test } from "vitest";
import { overviewBit } from "#cli/publish/digest-text.ts";
import type { Authoring } from "#lib/field.ts";
import { mediaAuthoring } from "#lib/media/media-fields.ts";
import { contentAuthoring } from "#lib/pages/content-authoring.ts";
import { seasonAuthoring } from "#lib/pages/page.ts";
import { fundingAuthoring, ownerAuthoring, personAuthoring, podcastAuthoring } from "#lib/pages/podcast.ts";
import {
  authorAuthoring,
  categoryAuthoring,
  linkAuthoring,
  redirectAuthoring,
  settingAuthoring,
} from "#lib/site/site.ts";
import { groupAuthoring, mediaGrantAuthoring, pageGrantAuthoring, userAuthoring } from "#lib/site/user.ts";
import { webhookAuthoring } from "#lib/site/webhook.ts";
import { taskAuthoring, workflowAuthoring } from "#lib/site/workflow.ts";

type Table = Readonly<Record<string, Authoring>>;

const tables: Readonly<Record<string, Table>> = {
  ...{ contentAuthoring, mediaAuthoring, seasonAuthoring, personAuthoring, podcastAuthoring },
  ...{ authorAuthoring, categoryAuthoring, redirectAuthoring, settingAuthoring },
  ...{ groupAuthoring, userAuthoring, webhookAuthoring, workflowAuthoring },
  ...{
    linkAuthoring,
    ownerAuthoring,
    fundingAuthoring,
    pageGrantAuthoring,
    mediaGrantAuthoring,
    taskAuthoring,
  },
};

test.each(Object.entries(tables))("%s has a short label and a sentence for each field", (_, table) => {
  const words = Object.values(table);
  expect(words.filter(({ label }) => !/^[A-Z][^.]{0,29}$/.test(label))).toEqual([]);
  expect(words.filter(({ help }) => !/^[A-Z].{5,110}\.$/.test(help))).toEqual([]);
});

test("no two keys of front matter have the same name or the same bit", () => {
  const files = Object.values<Authoring>(contentAuthoring).flatMap(({ file }) => file ?? []);
  const keys = files.map(({ key }) => key);
  const bits = [overviewBit, ...files.flatMap(({ digestBit }) => digestBit ?? [])];
  expect(keys).toEqual([...new Set(keys)]);
  expect(bits).toEqual([...new Set(bits)]);
});
