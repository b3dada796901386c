// Proves contract rules: described-fields, described-kinds, described-blocks.

import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { updateAudio, updateImage, updateVideo } from "#lib/routes/editor-media-objects.ts";
import {
  createEpisode,
  createPost,
  createStandalonePage,
  publishEpisode,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { type DescribedField, readEditorSchema } from "#lib/routes/editor-schema.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { beyond, fitting, type NamedValues, within } from "#test/support/described-values.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

interface Kind {
  readonly fields: readonly DescribedField[];
  readonly one_of: readonly (readonly string[])[];
}

const read = async (headers: Record<string, string> = {}) => call(readEditorSchema, { as: "ada", headers });

const kindOf = async (name: string): Promise<Kind> => (await read()).body.kinds[name];

afterEach(() => {
  delete process.env.SITE_EDITOR_MARKDOWN;
  delete process.env.SITE_POST_BODY_BLOCKS;
  delete process.env.SITE_RICH_TEXT_FEATURES;
});

describe("the description", () => {
  test("has a strong ETag, and is a 304 while nothing has changed", async () => {
    const { status, headers } = await read();
    expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
    const again = await read({ "if-none-match": headers.etag! });
    expect([again.status, again.text]).toEqual([304, ""]);
    process.env.SITE_RICH_TEXT_FEATURES = '["bold"]';
    expect((await read({ "if-none-match": headers.etag! })).status).toBe(200);
  });

  test.each([
    ["di", 200],
    ["ed", 403],
    ["va", 403],
    ["nobody", 401],
  ])("for %s is a %i", async (as, status) => {
    expect((await call(readEditorSchema, { as })).status).toBe(status);
  });

  test("is of pages, media and every section of the site", async () => {
    const { kinds } = (await read()).body;
    expect(Object.keys(kinds)).toEqual(
      ["post", "episode", "page", "home", "blog", "podcast", "image", "audio", "video"]
        .concat("settings", "navigation", "social_links", "categories", "authors", "collections", "groups")
        .concat("workflows", "parents", "restrictions", "webhooks", "oidc", "redirects"),
    );
  });

  test("of a restriction says for whom it is, as a change of the site takes it", async () => {
    const { fields } = (await read()).body.kinds.restrictions as Kind;
    expect(fields.map(({ name }) => name)).toEqual(["page", "type", "groups", "password"]);
  });

  test("has a label for each field, and a sentence for each of a kind", async () => {
    const { kinds } = (await read()).body as { kinds: Record<string, Kind> };
    const all = Object.values(kinds).flatMap(({ fields }) => fields);
    expect(all.filter(({ label }) => !/^[A-Z][^.]{0,29}$/.test(label))).toEqual([]);
    expect(all.filter(({ help }) => !/^[A-Z].{5,110}\.$/.test(help ?? ""))).toEqual([]);
  });

  test("has no Markdown where the site takes none, and then demands the overview", async () => {
    process.env.SITE_EDITOR_MARKDOWN = "false";
    const { fields, one_of } = await kindOf("post");
    expect(fields.map(({ name }) => name).filter((name) => name.endsWith("_markdown"))).toEqual([]);
    expect(fields.find(({ name }) => name === "overview")).toMatchObject({ required: true });
    expect(one_of).toEqual([]);
  });
});

/** Whether the values of a field are taken: the names of those of which it is not as described. */
const otherwise = async (
  field: DescribedField,
  named: NamedValues,
  takes: (value: unknown) => Promise<boolean>,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [values, isTaken] of [
    [within(field, named), true],
    [beyond(field, named), false],
  ] as const)
    for (const { says, value } of values)
      if ((await takes(value)) !== isTaken)
        wrong.push(`${field.name} ${says}: ${isTaken ? "refused" : "taken"}`);
  return wrong;
};

const home = { type: "site.HomePage", slug: "home", title: "Home" };
const calls = { type: "site.Podcast", slug: "calls", title: "Calls" };

describe.each([
  ["post", createPost, updatePost],
  ["episode", createEpisode, updateEpisode],
  ["page", createStandalonePage, updatePost],
] as const)("a %s", (kind, create, update) => {
  let named: NamedValues;
  let page: { readonly id: number; readonly latest_revision_id: number };
  beforeAll(async () => {
    const parent = { post: world.notes, episode: world.calls, page: world.home }[kind];
    const { ids } = await applyManifest({
      version: 1,
      authors: [{ slug: "iris", name: "Iris" }],
      pages: [{ ...home, children: [{ ...calls, seasons: [{ key: "first", number: 1 }] }] }],
    });
    named = {
      ...{ image: (await makeImage()).id, audio: (await makeAudio()).id, category: 1, page: parent },
      ...{ author: "iris", season: ids.seasons.first },
    };
    page =
      kind === "post"
        ? await createDraft(parent)
        : (
            await call(create as typeof createEpisode, {
              as: "ada",
              body: { parent: { id: parent }, title: "One", overview: [] },
            })
          ).body;
  });

  const tries = async (route: Route, options: object): Promise<boolean> => {
    const { status, body } = await call(route, {
      as: "ada",
      query: { dry_run: "true" },
      ...options,
    } as never);
    if (status >= 300) expect([status, body.code], JSON.stringify(body)).toEqual([400, "validation_error"]);
    return status === 200;
  };

  const needed = ({ fields }: Kind) => ({
    ...Object.fromEntries(
      fields.flatMap((field) => (field.required ? [[field.name, fitting(field, named)]] : [])),
    ),
    overview: [],
  });

  test("takes and refuses when it is changed what the description says", async () => {
    const { fields } = await kindOf(kind);
    const wrong: string[] = [];
    for (const field of fields.filter(({ name }) => name !== "parent"))
      wrong.push(
        ...(await otherwise(field, named, (value) =>
          tries(update, {
            params: { id: page.id },
            body: { base_revision_id: page.latest_revision_id, [field.name]: value },
          }),
        )),
      );
    expect(wrong).toEqual([]);
  });

  test("needs when it is created what the description says, and no more", async () => {
    const described = await kindOf(kind);
    const whole = needed(described);
    expect(await tries(create, { body: whole })).toBe(true);
    for (const { name } of described.fields.filter(({ required }) => required)) {
      const { [name]: _, ...body } = whole as Record<string, unknown>;
      expect(await tries(create, { body }), name).toBe(false);
    }
    expect(described.one_of).toHaveLength(1);
    const { overview: _, ...without } = whole;
    const sample = (name: string) => ({ [name]: name.endsWith("_markdown") ? "Low water." : [] });
    expect(await tries(create, { body: without })).toBe(false);
    for (const name of described.one_of[0]!)
      expect(await tries(create, { body: { ...without, ...sample(name) } }), name).toBe(true);
    const all = Object.assign({}, ...described.one_of[0]!.map(sample));
    expect(await tries(create, { body: { ...without, ...all } })).toBe(false);
  });

  test("takes every value of a field when it is created that it is said to take", async () => {
    const described = await kindOf(kind);
    const whole = needed(described);
    const wrong: string[] = [];
    for (const field of described.fields) {
      const { overview: _, ...others } = whole;
      const isForm = described.one_of[0]!.includes(field.name);
      for (const { says, value } of within({ ...field, nullable: undefined } as DescribedField, named)) {
        const body = { ...(isForm ? others : whole), [field.name]: value };
        if (!(await tries(create, { body }))) wrong.push(`${field.name} ${says}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("an episode is not published without what the description says, and is with it", async () => {
  const { fields } = await kindOf("episode");
  const needed = fields.filter(({ required_to_publish }) => required_to_publish);
  expect(needed.map(({ name }) => name)).toEqual(["podcast_audio"]);
  const named = { audio: (await makeAudio()).id };
  const created = { parent: { id: world.calls }, title: "Two", overview: [] };
  const { body: episode } = await call(createEpisode, { as: "ada", body: created });
  const params = { id: episode.id };
  const refused = await call(publishEpisode, { as: "ada", params });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, needed.map(({ name }) => name)]);
  const given = Object.fromEntries(needed.map((field) => [field.name, fitting(field, named)]));
  const body = { base_revision_id: episode.latest_revision_id, ...given };
  await call(updateEpisode, { as: "ada", params, body });
  expect((await call(publishEpisode, { as: "ada", params })).status).toBe(200);
});

const anyCall = (route: Route, options: object) => call(route, { as: "ada", ...options } as never);

describe.each<[string, Route, Route, () => Promise<{ readonly id: number }>, string]>([
  ["image", uploadImage, updateImage, makeImage, "file"],
  ["audio", uploadAudio, updateAudio, makeAudio, "mp3"],
  ["video", uploadVideo, updateVideo, makeVideo, "original"],
])("an %s", (kind, upload, update, make, file) => {
  test("takes and refuses when it is changed what the description says", async () => {
    const { id } = await make();
    const { fields } = await kindOf(kind);
    const named = { collection: 1 };
    const changed = fields.filter(
      ({ name, reference }) => reference !== "file" && name !== "transcript_diarization_mode",
    );
    const wrong: string[] = [];
    for (const field of changed)
      wrong.push(
        ...(await otherwise(field, named, async (value) => {
          const answer = await anyCall(update, { params: { id }, body: { [field.name]: value } });
          return answer.status === 200;
        })),
      );
    expect(wrong).toEqual([]);
    expect(changed.length).toBeGreaterThan(2);
  });

  test("needs when it is uploaded what the description says", async () => {
    const { fields, one_of } = await kindOf(kind);
    const needed = fields.filter(({ required }) => required).map(({ name }) => name);
    const texts = Object.fromEntries(needed.filter((name) => name !== file).map((name) => [name, "One"]));
    const problems = async (form: Parameters<typeof multipart>[0]) => {
      const { status, body } = await anyCall(upload, await multipart({ collection: "1", ...form }));
      return status === 400 ? Object.keys(body.errors) : status;
    };
    for (const name of needed.filter((each) => each !== file)) {
      const { [name]: _, ...others } = texts;
      expect(await problems({ ...others, [file]: formFile("a.bin", Buffer.from("none")) }), name).toContain(
        name,
      );
    }
    if (one_of.length === 0) {
      expect(needed).toContain(file);
      expect(await problems(texts)).toEqual([file]);
      return;
    }
    const names = one_of[0]!;
    expect(await problems(texts)).toEqual([expect.not.stringMatching(/title/)]);
    const two = Object.fromEntries(
      names.slice(0, 2).map((name) => [name, formFile(`a.${name}`, Buffer.from("none"))]),
    );
    expect(await problems({ ...texts, ...two })).toEqual(await problems(texts));
  });
});

const { publicKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** What of a site is named, and texts with a grammar of their own. */
const ofSite: NamedValues = {
  ...{ page: "/home/notes", group: "Editors", collection: "Root/Shows", theme: "plain", user: "ada" },
  ...{
    ".timezone": "Europe/Berlin",
    ".locale": "de",
    ".language": "de",
    ".websub_hub": "https://hub.example/",
  },
  ...{ ".base_url": "https://notes.example", ".embed_hosts": ["video.example"] },
  ...{
    ".url": "https://hook.example/",
    ".scopes": ["write"],
    ".feed": "posts.rss",
    ".restriction": { type: "login" },
  },
  ...{ ".claims": { repository: "a/b" }, ".jwks": { keys: [key.export({ format: "jwk" })] } },
  ...{ ".secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", ".issuer": "https://issuer.example" },
};

/** True if a manifest that says this has no fault. */
const isSound = async (said: object): Promise<boolean> => {
  const body = { manifest: { version: 1, ...said }, prune: "none", dry_run: true } as never;
  const answer = await call(applyManifestPart, { as: "su", body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.state !== "invalid";
};

type Saying = (object: object) => object;
const inList =
  (section: string): Saying =>
  (object) => ({ [section]: [object] });
const inSite =
  (setting: string): Saying =>
  (object) => ({ site: { [setting]: [object] } });
const below =
  (type: string): Saying =>
  (object) => ({
    pages: [{ ...home, children: [{ type, slug: "fresh", ...object }] }],
  });

describe.each<[string, Saying]>([
  ["home", (object) => ({ pages: [{ type: "site.HomePage", slug: "home", ...object }] })],
  ["blog", below("site.Blog")],
  ["podcast", below("site.Podcast")],
  ["settings", (object) => ({ site: object })],
  ["navigation", inSite("navigation")],
  ["social_links", inSite("social_links")],
  ...["categories", "authors", "collections", "groups", "workflows", "webhooks", "oidc", "redirects"].map(
    (section): [string, Saying] => [section, inList(section)],
  ),
])("a manifest, of %s,", (kind, saying) => {
  test("takes and refuses what the description says", async () => {
    const { fields } = await kindOf(kind);
    const needed = Object.fromEntries(
      fields.flatMap((field) => (field.required ? [[field.name, fitting(field, ofSite)]] : [])),
    );
    expect(await isSound(saying(needed))).toBe(true);
    const wrong: string[] = [];
    for (const field of fields) {
      if (field.required) {
        const { [field.name]: _, ...others } = needed;
        if (await isSound(saying(others))) wrong.push(`${field.name}: needed by nothing`);
      }
      if (field.items && !field.min_length && !(await isSound(saying({ ...needed, [field.name]: [] }))))
        wrong.push(`${field.name} is empty: refused`);
      // A manifest leaves out what a change of the site makes null.
      const described = { ...field, nullable: undefined } as DescribedField;
      wrong.push(
        ...(await otherwise(described, ofSite, (value) =>
          isSound(saying({ ...needed, [field.name]: value })),
        )),
      );
    }
    expect(wrong.filter((each) => !/^\w+ is null:/.test(each))).toEqual([]);
  });
});

describe("the site's own things", () => {
  /** True if a change that only asks would be made. */
  const mayChange = async (set: object): Promise<boolean> => {
    const { digest } = (await call(readSiteThings, { as: "su" })).body;
    const body = { base_digest: digest, set } as never;
    const answer = await call(updateSiteThings, { as: "su", query: { dry_run: "true" }, body });
    if (answer.status !== 200) expect([answer.status, answer.body.code]).toEqual([400, "validation_error"]);
    return answer.status === 200;
  };

  test("take null for each setting, as its default", async () => {
    const { fields } = await kindOf("settings");
    const wrong: string[] = [];
    for (const { name, nullable } of fields)
      if ((await mayChange({ settings: { [name]: null } })) !== (nullable === true)) wrong.push(name);
    expect(wrong).toEqual([]);
  });

  test.each(["categories", "collections", "groups", "workflows", "webhooks", "redirects"])(
    "take null of %s for what need not be said",
    async (kind) => {
      const { fields } = await kindOf(kind);
      const needed = fields.flatMap((field) =>
        field.required ? [[field.name, fitting(field, ofSite)]] : [],
      );
      const wrong: string[] = [];
      for (const { name, nullable } of fields) {
        const object = { ...Object.fromEntries(needed), [name]: null };
        if ((await mayChange({ [kind]: [object] })) !== (nullable === true)) wrong.push(name);
      }
      expect(wrong).toEqual([]);
    },
  );

  test("say which lists and objects may not be empty, and that a theme is a reference", async () => {
    const least = async (kind: string) =>
      Object.fromEntries(
        (await kindOf(kind)).fields.flatMap(({ name, min_length: count }) => (count ? [[name, count]] : [])),
      );
    expect(await least("webhooks")).toEqual({ events: 1 });
    expect(await least("workflows")).toEqual({ tasks: 1 });
    expect(await least("oidc")).toEqual({ claims: 1 });
    expect(await least("restrictions")).toEqual({ groups: 1 });
    expect(await least("groups")).toEqual({});
    for (const kind of ["settings", "blog"])
      expect((await kindOf(kind)).fields.find(({ name }) => name === "theme")).toMatchObject({
        ...{ type: "reference", reference: "theme" },
      });
  });

  test("take every path of a redirect that the description does not rule out, up to its limit of bytes", async () => {
    const { max_length: most, pattern } = (await kindOf("redirects")).fields[0]!;
    const path = (name: string, count: number) => `/${name.repeat(count)}`;
    const long = [path("a", 1_000), path("é", 500), `${path("a", 1_000)}/`, path("%C3%A9", 500)];
    for (const from of long) {
      expect([(most ?? from.length) >= from.length, new RegExp(pattern!, "v").test(from)]).toEqual([
        true,
        true,
      ]);
      expect(await mayChange({ redirects: [{ from, to: "/home/notes" }] })).toBe(true);
    }
    for (const from of [path("a", 1_001), path("é", 501), path("%C3%A9", 501)])
      expect(await mayChange({ redirects: [{ from, to: "/home/notes" }] })).toBe(false);
  });

  test.each([
    ["home", "/home"],
    ["blog", "/home/notes"],
    ["podcast", "/home/calls"],
  ])("take and refuse of a %s what the description says", async (kind, path) => {
    const { fields } = await kindOf(kind);
    const wrong: string[] = [];
    for (const field of fields)
      wrong.push(
        ...(await otherwise(field, ofSite, (value) =>
          mayChange({ parents: [{ path, [field.name]: value }] }),
        )),
      );
    expect(wrong).toEqual([]);
    expect((await kindOf("parents")).fields.map(({ name }) => name)).toEqual([
      ...["path", "type"],
      ...(await kindOf("podcast")).fields.map(({ name }) => name),
    ]);
  });
});

/** A block of each type that a site can declare. */
const declaredBlocks = {
  sections: {
    overview: ["motto"],
    detail: ["motto", "facts", "parts", "boxed", "raw"],
  },
  blocks: {
    motto: { type: "char", min_length: 2, max_length: 40 },
    facts: {
      type: "list",
      item: {
        type: "struct",
        fields: {
          label: { type: "char" },
          text: { type: "richtext", features: ["bold"] },
          more: { type: "text", required: false, max_length: 10 },
          ...{ count: { type: "integer" }, weight: { type: "decimal", required: false } },
          ...{ seen: { type: "boolean", required: false }, on: { type: "date" }, at: { type: "datetime" } },
          ...{ link: { type: "url" }, mail: { type: "email", required: false } },
          ...{
            kind: { type: "choice", choices: ["bird", "plant"] },
            tone: { type: "choice", choices: ["low"], required: false },
          },
          ...{ image: { type: "image" }, audio: { type: "audio", required: false }, page: { type: "page" } },
          raw: { type: "rawhtml", required: false },
        },
      },
    },
    parts: { type: "stream", blocks: { words: { type: "richtext" }, line: { type: "char", max_length: 5 } } },
    boxed: { type: "struct", fields: { value: { type: "char" } } },
    raw: { type: "rawhtml" },
  },
};

describe("blocks", () => {
  const described = async (): Promise<{ type: string; label: string; fields: DescribedField[] }[]> => {
    process.env.SITE_POST_BODY_BLOCKS = JSON.stringify(declaredBlocks);
    return (await read()).body.blocks;
  };

  const fittingBlock = (fields: readonly DescribedField[], named: NamedValues): unknown =>
    fitting(
      { type: "object", fields: fields.map((field) => ({ ...field, required: true })) } as never,
      named,
    );

  /** The value of a block: an object with its fields, or that of its only field `value`. */
  const blockValue = (fields: readonly DescribedField[], value: object): unknown =>
    fields.length === 1 && fields[0]!.name === "value" ? (value as { value: unknown }).value : value;

  test("are those of all sites, the ready ones that the site enables, and its own", async () => {
    await applyManifest({ version: 1, site: { ready_blocks: ["table", "callout"] } });
    const blocks = await described();
    expect(blocks.map(({ type }) => type)).toEqual(
      ["paragraph", "code", "image", "audio", "video", "gallery", "motto", "table", "callout"].concat(
        ...["facts", "parts", "boxed"],
      ),
    );
    const { fields } = await kindOf("post");
    const offered = (name: string) =>
      fields.find((field) => field.name === name)!.choices!.map(({ value }) => value);
    expect(offered("overview")).toEqual(blocks.slice(0, 9).map(({ type }) => type));
    expect(offered("detail").toSorted()).toEqual(blocks.map(({ type }) => type).toSorted());
    expect(blocks.find(({ type }) => type === "facts")!.label).toBe("Facts");
    const [value] = blocks.find(({ type }) => type === "facts")!.fields;
    expect(value!.items!.fields!.map(({ name }) => name)).not.toContain("raw");
  });

  test("of each type are taken and refused as described", async () => {
    await applyManifest({ version: 1, site: { ready_blocks: ["table", "callout", "footnotes"] } });
    const media = { image: makeImage, audio: makeAudio, video: makeVideo };
    const ids = await Promise.all(
      Object.entries(media).map(async ([kind, make]) => [kind, (await make()).id]),
    );
    const named = { ...Object.fromEntries(ids), page: world.notes };
    const blocks = await described();
    const takes = async (type: string, value: unknown): Promise<boolean> => {
      const body = { parent: { id: world.notes }, title: "Blocks", overview: [], detail: [{ type, value }] };
      const { status } = await call(createPost, { as: "ada", query: { dry_run: "true" }, body });
      expect([200, 400]).toContain(status);
      return status === 200;
    };
    const wrong: string[] = [];
    // Of these, rules of their own decide about the whole value (contract#ready-blocks).
    for (const { type, fields } of blocks.filter((block) => !["table", "callout"].includes(block.type))) {
      const whole = fittingBlock(fields, named) as object;
      expect(await takes(type, blockValue(fields, whole)), type).toBe(true);
      for (const field of fields)
        wrong.push(
          ...(
            await otherwise(field, named, (value) =>
              takes(type, blockValue(fields, { ...whole, [field.name]: value })),
            )
          ).map((each) => `${type} ${each}`),
        );
    }
    expect(wrong).toEqual([]);
  });
});
