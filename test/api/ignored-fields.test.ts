// Proves contract rules: ignored-fields.

import { describe, expect, test } from "vitest";
import { ignoredHeader } from "#lib/http/ignored-fields.ts";
import { createPost, updatePost } from "#lib/routes/editor-posts.ts";
import { schedulePost } from "#lib/routes/editor-state.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { call } from "#test/support/call.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const name = "lectern-ignored";

const newPost = (fields: object) => ({
  parent: { id: world.notes },
  title: freshSlug(),
  overview: [],
  ...fields,
});

describe("fields of a body that mean nothing", () => {
  test("are named when a post is created, in blocks too, with a dry run, and in the report as before", async () => {
    const overview = [{ type: "code", value: { language: "text", source: "ebb", lines: 3 }, colour: "red" }];
    const fields = { overview, subtitel: "Low water", parent: { id: world.notes, slug: "notes" } };
    const named = '"parent.slug", "subtitel", "overview.0.colour", "overview.0.value.lines"';
    const sorted = (text = "") => text.split(", ").toSorted();
    for (const query of ["", "dry_run=true", "report=true"]) {
      const {
        status,
        headers,
        body: answer,
      } = await call(createPost, { as: "ada", body: newPost(fields), query });
      expect(status).toBeLessThan(300);
      expect(sorted(headers[name])).toEqual(sorted(named));
      const paths: readonly string[] = answer.report?.ignored ?? [];
      expect(paths.map((path) => `"${path}"`).toSorted()).toEqual(query === "" ? [] : sorted(named));
    }
  });

  test("are named when a post is changed or scheduled, and at routes outside of the editor API", async () => {
    const { id, latest_revision_id } = await createDraft(world.notes);
    const change = { base_revision_id: latest_revision_id, title: "Ebb", live: true, tide: 1 };
    const changed = await call(updatePost, { as: "ada", params: { id }, body: change });
    expect(changed.headers[name]).toBe('"live", "tide"');
    const approval = {
      publish_at: "2999-01-02T03:04:05Z",
      base_revision_id: changed.body.latest_revision_id,
    };
    const scheduled = await call(schedulePost, {
      as: "ada",
      params: { id },
      body: { ...approval, at: "noon" },
    });
    expect(scheduled.headers[name]).toBe('"at"');
    const theme = await call(selectTheme, { body: { theme_slug: "plain", theme: "essay" } });
    expect(theme.headers[name]).toBe('"theme"');
  });

  test("have no header where there are none, where the body is a form, and where the request is refused", async () => {
    expect((await call(createPost, { as: "ada", body: newPost({}) })).headers).not.toHaveProperty(name);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = await call(selectTheme, { headers, body: "theme_slug=plain&theme=essay" });
    expect(form.status).toBe(200);
    expect(form.headers).not.toHaveProperty(name);
    const refused = await call(createPost, { as: "ada", body: { titel: "Ebb" } });
    expect(refused.status).toBe(400);
    expect(refused.headers).not.toHaveProperty(name);
  });
});

describe("the header", () => {
  test("has strings of printable ASCII; the rest, and percent signs, are percent-encoded", () => {
    expect(ignoredHeader(['a"b\\c', "größe", "50%", "x\r\ny", "\ud800"])).toEqual({
      [name]: '"a\\"b\\\\c", "gr%C3%B6%C3%9Fe", "50%25", "x%0D%0Ay", "%EF%BF%BD"',
    });
  });

  test("has at most twenty names, and at most a kilobyte, without those that do not fit", () => {
    const many = Array.from({ length: 30 }, (_, index) => `field-${index}`);
    expect(ignoredHeader(many)[name]?.split(", ")).toEqual(many.slice(0, 20).map((each) => `"${each}"`));
    const long = ["a".repeat(500), "b".repeat(600), "c".repeat(518), "d"];
    expect(ignoredHeader(long)).toEqual({ [name]: `"${long[0]}", "${long[2]}"` });
    expect(ignoredHeader(long)[name]).toHaveLength(1024);
    expect(ignoredHeader(["e".repeat(2000)])).toEqual({});
  });
});
