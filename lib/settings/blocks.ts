import * as z from "zod/mini";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { embedHostsOf } from "#lib/blocks/ready/embed-hosts.ts";
import { type ReadyBlockName, readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { mediaKinds } from "#lib/media/media.ts";
import { featureList } from "./editor.ts";
import { jsonSetting, membersOf } from "./setting.ts";

/** The types of built-in blocks and placeholders. */
const takenNames = new Set([...mediaKinds, "paragraph", "code", "gallery", "embed", "unsupported"]);

type BlockSchema = z.ZodMiniType<CustomBlock>;

/** Blocks by name. `taken` names are refused; nested blocks may use them. */
const namedBlocks = (taken: ReadonlySet<string> = new Set()) => {
  const name = z.string().check(
    z.regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,99}$/,
      "names are up to 100 letters, digits, _ and -, and begin with a letter",
    ),
    z.refine((given) => !taken.has(given), "this name belongs to a built-in block"),
  );
  return z.pipe(
    z.record(
      name,
      z.lazy((): BlockSchema => block),
      {
        error: (issue) => (issue.code === "invalid_key" ? issue.issues[0]?.message : "an object is expected"),
      },
    ),
    z.transform((blocks) => new Map(Object.entries(blocks))),
  );
};

/** One type of block: the members of its declaration beside `type` and `required`, and what they become. */
const kind = <Type extends string, Members extends object>(
  type: Type,
  shape: { readonly [Name in keyof Members]: z.ZodMiniType<Members[Name]> },
  detailsOf: (members: Members) => object = (members) => members,
) => {
  const required = z._default(z.boolean("expected true or false"), true);
  return z.pipe(
    membersOf({ type: z.literal(type), required, ...shape }),
    z.transform((members) => {
      // The type that `shape` parses, which its generic type does not say.
      const parsed = members as unknown as Members & { readonly required: boolean };
      return { type, required: parsed.required, ...detailsOf(parsed) };
    }),
  );
};

const bound = z.nullish(z.number("a number is expected"));

const textKind = <Type extends string>(type: Type) =>
  kind(type, { min_length: bound, max_length: bound }, ({ min_length, max_length }) => ({
    minLength: min_length ?? 0,
    maxLength: max_length ?? Number.POSITIVE_INFINITY,
  }));

const numberKind = <Type extends string>(type: Type) =>
  kind(type, { min_value: bound, max_value: bound }, ({ min_value, max_value }) => ({
    minValue: min_value ?? Number.NEGATIVE_INFINITY,
    maxValue: max_value ?? Number.POSITIVE_INFINITY,
  }));

const choices = z.custom<readonly string[]>(
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((choice) => typeof choice === "string" && choice !== "" && choice === choice.trim()),
  "a list of trimmed, non-empty texts is expected",
);

const kinds = [
  textKind("char"),
  textKind("text"),
  kind("richtext", { features: z.nullish(featureList) }, ({ features }) => ({
    features: features ?? null,
  })),
  kind("rawhtml", {}),
  numberKind("integer"),
  numberKind("decimal"),
  kind("boolean", {}),
  kind("date", {}),
  kind("datetime", {}),
  textKind("url"),
  textKind("email"),
  kind("choice", { choices }),
  kind("image", {}),
  kind("audio", {}),
  kind("video", {}),
  kind("page", {}),
  kind("struct", { fields: namedBlocks() }),
  kind("list", { item: z.lazy((): BlockSchema => block) }),
  kind("stream", { blocks: namedBlocks() }),
] as const;

const typeNames = kinds.map((each) => each._zod.def.in.shape.type._zod.def.values[0]);

// The kinds are of blocks that hold blocks, whose type cannot be inferred from themselves.
const block = z.discriminatedUnion("type", kinds, {
  error: ({ code }) =>
    code === "invalid_union" ? `expected one of ${typeNames.join(", ")}` : "an object is expected",
}) as unknown as BlockSchema;

const offered = z.nullish(z.array(z.string("a name is expected"), "a list of block names is expected"));

const declaration = z.pipe(
  membersOf({
    sections: membersOf({ overview: offered, detail: offered }),
    blocks: namedBlocks(takenNames),
  }),
  z.transform(({ sections, blocks }, { issues }): CustomBlocks => {
    const offeredIn = (section: "overview" | "detail") =>
      new Map(
        (sections[section] ?? []).flatMap((name) => {
          const declared = blocks.get(name);
          if (declared) return [[name, declared] as const];
          const message = `there is no block ${JSON.stringify(name)} under blocks`;
          issues.push({ code: "custom", input: name, path: ["sections", section], message });
          return [];
        }),
      );
    return { overview: offeredIn("overview"), detail: offeredIn("detail") };
  }),
);

/** The custom blocks that the setting declares. Rich text without features has those of paragraphs. */
export const customBlocks = /* @__PURE__ */ jsonSetting<CustomBlocks | undefined>(
  "SITE_POST_BODY_BLOCKS",
  declaration,
  undefined,
);

/** The custom blocks that authors of a site may write: its own, and the ready ones that it enables. */
export const blocksOfSite = (settings: {
  readonly readyBlocks: readonly ReadyBlockName[];
  readonly embedHosts: readonly string[];
}): CustomBlocks | undefined => {
  const own = customBlocks();
  const { readyBlocks } = settings;
  return readyBlocks.length === 0 ? own : withReadyBlocks(own, readyBlocks, embedHostsOf(settings));
};

/**
 * The custom blocks that stored posts may have: a site's own, and all ready ones. Those that a site has
 * disabled are still shown, searched, and counted as uses of media.
 */
export const knownBlocks = (): CustomBlocks => {
  const own = customBlocks();
  if (!known || known.own !== own) known = { own, blocks: withReadyBlocks(own, readyBlockNames) };
  return known.blocks;
};

let known: { readonly own: CustomBlocks | undefined; readonly blocks: CustomBlocks } | undefined;
