// Proves contract rules: page-fields, field-filters, diff, described-fields.

import { expect, test } from "vitest";
import type { Authoring } from "#lib/field.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import { contentAuthoring } from "#lib/pages/content-authoring.ts";
import type { ContentField } from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { createEpisode, createPost, publishPost, readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSchema } from "#lib/routes/editor-schema.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { makeAudio } from "#test/support/media.ts";
import { sampleFields } from "#test/support/sent-fields.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const done = async (route: Route, options: object) => {
  const { status, body } = await call(route, { as: "ada", ...options });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** The fields of a kind that have a sample, by what the API calls them. */
const sampled = (fields: Readonly<Record<string, ContentField>>) => {
  const samples = sampleFields(fields);
  return declared(fields).flatMap(([stored, field, wire]) => {
    const { label, help } = (contentAuthoring as Readonly<Record<string, Authoring>>)[stored]!;
    return wire in samples ? [{ name: wire, value: samples[wire], field, label, help }] : [];
  });
};

test.each([
  ["site.Post", fieldsOfKind.post],
  ["site.Episode", fieldsOfKind.episode],
] as const)("what is declared of the fields of a %s holds on every surface", async (type, kind) => {
  const fields = sampled(kind);
  const isEpisode = type === "site.Episode";
  const body = { title: "Of fields", overview: [], ...sampleFields(kind) };
  const { id, latest_revision_id: revision } = await done(isEpisode ? createEpisode : createPost, {
    body: {
      ...body,
      parent: { id: isEpisode ? world.calls : world.notes },
      ...(isEpisode && { podcast_audio: { id: (await makeAudio()).id } }),
    },
  });
  const params = { id };
  const { kinds } = await done(readEditorSchema, {});
  const described: readonly { readonly name: string }[] = kinds[isEpisode ? "episode" : "post"].fields;
  const shown = await done(readPost, { params });
  const { changes } = await done(diffPostRevision, { params: { id, revision } });
  await done(publishPost, { params });
  for (const { name, value, field, label, help } of fields) {
    const most = field.maxLength ? { max_length: field.maxLength } : {};
    expect(described.find((each) => each.name === name)).toMatchObject({ label, help, ...most });
    expect(shown, name).toMatchObject({ [name]: value });
    expect(changes, name).toContainEqual({ path: name, kind: "added", from: null, to: value });
    if (!field.item) continue;
    const item = await done(readLivePage, { params, query: { fields: `_,${name}` } });
    expect(field.item.place === "meta" ? item.meta : item, name).toEqual({ [name]: value });
    if (field.item.filter) {
      const query = { type, [name]: String(value), order: name, fields: "_,id" };
      expect((await done(listPages, { query })).results, name).toEqual([{ id }]);
    }
    if (field.searched) {
      const query = { type, search: String(value), fields: "_,id" };
      expect((await done(listPages, { query })).results, name).toEqual([{ id }]);
    }
  }
});
