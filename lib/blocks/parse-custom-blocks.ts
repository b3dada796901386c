import { parseRichTextFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import type { CustomBlock, CustomBlocks } from "./custom-block.ts";
import { type SectionName, sectionNames } from "./sections.ts";

type Members = Readonly<Record<string, unknown>>;

/** A part of the setting with where it stands, such as `blocks.fact_list.item`. */
interface Part {
  readonly members: Members;
  readonly at: string;
  readonly defaultFeatures: readonly RichTextFeature[];
}

/** Types that posts have already, or that placeholders name. */
const takenNames = new Set([
  "paragraph",
  "code",
  "image",
  "gallery",
  "audio",
  "video",
  "embed",
  "unsupported",
]);

const namePattern = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

/**
 * The custom blocks that the value of `SITE_POST_BODY_BLOCKS` declares; undefined without the setting. Rich text that
 * names no features gets the default ones. Throws an error of one sentence that names the first wrong place.
 */
export const parseCustomBlocks = (
  setting: unknown,
  defaultFeatures: readonly RichTextFeature[],
): CustomBlocks | undefined => {
  if (setting === undefined || setting === null) return undefined;
  const members = membersAt(setting, "");
  refuseUnknown(members, ["sections", "blocks"], "");
  const declared = namedBlocks({ members, at: "", defaultFeatures }, "blocks");
  for (const name of declared.keys())
    if (takenNames.has(name)) throw wrong(`blocks.${name}`, "this name belongs to a built-in block");
  const sections = membersAt(members.sections, "sections");
  refuseUnknown(sections, sectionNames, "sections");
  return {
    overview: offeredBlocks(sections, "overview", declared),
    detail: offeredBlocks(sections, "detail", declared),
  };
};

const offeredBlocks = (
  sections: Members,
  section: SectionName,
  declared: ReadonlyMap<string, CustomBlock>,
): ReadonlyMap<string, CustomBlock> => {
  const at = `sections.${section}`;
  const names = sections[section] ?? [];
  if (!Array.isArray(names)) throw wrong(at, "a list of block names is expected");
  return new Map(
    names.map((name: unknown) => {
      const block = typeof name === "string" ? declared.get(name) : undefined;
      if (!block) throw wrong(at, `there is no block ${JSON.stringify(name)} under blocks`);
      return [name as string, block];
    }),
  );
};

const namedBlocks = (part: Part, member: string): ReadonlyMap<string, CustomBlock> => {
  const at = within(part.at, member);
  return new Map(
    Object.entries(membersAt(part.members[member], at)).map(([name, value]) => {
      if (!namePattern.test(name))
        throw wrong(
          at,
          `${JSON.stringify(name)} is no name; names are letters, digits, _ and -, and begin with a letter`,
        );
      return [name, blockAt(value, within(at, name), part.defaultFeatures)];
    }),
  );
};

const blockAt = (value: unknown, at: string, defaultFeatures: readonly RichTextFeature[]): CustomBlock => {
  const members = membersAt(value, at);
  const { type } = members;
  const kind = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!kind) throw wrong(within(at, "type"), `expected one of ${Object.keys(kinds).join(", ")}`);
  refuseUnknown(members, ["type", "required", ...kind.members], at);
  const { required = true } = members;
  if (typeof required !== "boolean") throw wrong(within(at, "required"), "expected true or false");
  const details = kind.read({ members, at, defaultFeatures });
  return { type, required, ...details } as unknown as CustomBlock;
};

/** What a type of block may say besides `type` and `required`, and what becomes of it. */
interface Kind {
  readonly members: readonly string[];
  readonly read: (part: Part) => object;
}

const plain: Kind = { members: [], read: () => ({}) };

const text: Kind = {
  members: ["min_length", "max_length"],
  read: (part) => ({
    minLength: numberAt(part, "min_length", 0),
    maxLength: numberAt(part, "max_length", Number.POSITIVE_INFINITY),
  }),
};

const number: Kind = {
  members: ["min_value", "max_value"],
  read: (part) => ({
    minValue: numberAt(part, "min_value", Number.NEGATIVE_INFINITY),
    maxValue: numberAt(part, "max_value", Number.POSITIVE_INFINITY),
  }),
};

const kinds: Readonly<Record<string, Kind>> = {
  char: text,
  text,
  richtext: { members: ["features"], read: (part) => ({ features: featuresAt(part) }) },
  rawhtml: plain,
  integer: number,
  decimal: number,
  boolean: plain,
  date: plain,
  datetime: plain,
  url: text,
  email: text,
  choice: { members: ["choices"], read: (part) => ({ choices: choicesAt(part) }) },
  image: plain,
  audio: plain,
  video: plain,
  page: plain,
  struct: { members: ["fields"], read: (part) => ({ fields: namedBlocks(part, "fields") }) },
  list: {
    members: ["item"],
    read: ({ members, at, defaultFeatures }) => ({
      item: blockAt(members.item, within(at, "item"), defaultFeatures),
    }),
  },
  stream: { members: ["blocks"], read: (part) => ({ blocks: namedBlocks(part, "blocks") }) },
};

const numberAt = ({ members, at }: Part, name: string, otherwise: number): number => {
  const value = members[name] ?? otherwise;
  if (typeof value !== "number") throw wrong(within(at, name), "a number is expected");
  return value;
};

const choicesAt = ({ members: { choices }, at }: Part): readonly string[] => {
  const areTexts =
    Array.isArray(choices) &&
    choices.length > 0 &&
    choices.every((choice) => typeof choice === "string" && choice !== "" && choice === choice.trim());
  if (!areTexts) throw wrong(within(at, "choices"), "a list of trimmed, non-empty texts is expected");
  return choices;
};

const featuresAt = ({ members: { features }, at, defaultFeatures }: Part): readonly RichTextFeature[] => {
  if (features === undefined) return defaultFeatures;
  try {
    return parseRichTextFeatures(features);
  } catch (error) {
    throw wrong(within(at, "features"), (error as Error).message);
  }
};

const membersAt = (value: unknown, at: string): Members => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw wrong(at, "an object is expected");
};

const refuseUnknown = (members: Members, known: readonly string[], at: string): void => {
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw wrong(at, `there is no member ${JSON.stringify(unknown)}, but ${known.join(", ")}`);
};

const within = (at: string, member: string): string => (at === "" ? member : `${at}.${member}`);

const wrong = (at: string, message: string): Error =>
  new Error(`The setting SITE_POST_BODY_BLOCKS is wrong${at && ` at ${at}`}: ${message.replace(/\.$/, "")}.`);
