import * as z from "zod/mini";
import { fieldsInFiles, keyByField, plainOfEpisodes } from "#cli/publish/file-fields.ts";
import type { FrontMatter, FrontMatterField, LinedText, LineProblem } from "#cli/publish/front-matter.ts";
import { certain } from "#lib/certain.ts";
import { newEpisode } from "#lib/routes/editor-post-shapes.ts";
import { chapterInLine, type SaidChapter } from "./chapters.ts";
import { shownSoundbites, soundbitesIn } from "./soundbites.ts";

/** The API's rules for what an episode has beside its audio and season. */
const episodeRules = z.pick(newEpisode, plainOfEpisodes);

/** The keys of front matter that name files, and those of episodes. */
export interface KeysOfMedia {
  /** `key` is that of another tool, which may name a file that is not there. */
  readonly cover?: LinedText & { readonly alt: string; readonly key?: string };
  /** One audio, in each of its formats. */
  readonly audio?: readonly LinedText[];
  readonly transcript?: LinedText;
  /** A list, or a file. */
  readonly chapters?: LinedText | readonly SaidChapter[];
  /** By its number or slug. */
  readonly season?: LinedText;
  readonly episode: z.output<typeof episodeRules>;
}

/** Keys that are no fields of posts and episodes. */
export const mediaOnlyKeys: readonly string[] = ["cover_alt", "transcript", "chapters"];

/** Values of other programs for `explicit`. */
const explicitness: Readonly<Record<string, string>> = {
  true: "1",
  yes: "1",
  explicit: "1",
  false: "2",
  no: "2",
  clean: "3",
};

const maxAltLength = 255;

export const readKeysOfMedia = (
  { fields }: FrontMatter,
  coverKey?: string,
): { readonly keys: KeysOfMedia; readonly problems: readonly LineProblem[] } => {
  const problems: LineProblem[] = [];
  const refuse = ({ line }: { readonly line: number }, message: string): undefined => {
    problems.push({ line, message });
  };
  /** The text of a key; an empty one says nothing. */
  const textOf = (key: string): LinedText | undefined => {
    const field = fields.get(key);
    if (field && field.text === undefined) return refuse(field, `${key}: Expected a text.`);
    return field?.text ? { text: field.text, line: field.line } : undefined;
  };
  const cover = textOf("cover");
  const alt = textOf("cover_alt");
  if (alt && !cover) refuse(alt, "cover_alt: There is no cover.");
  if (alt && [...alt.text].length > maxAltLength)
    refuse(alt, `cover_alt: A description has at most ${maxAltLength} characters.`);
  const audio = audioIn(fields.get("audio"));
  if (audio === null) refuse(certain(fields.get("audio")), "audio: Expected a file, or a list of files.");
  const chapters = chaptersIn(fields.get("chapters"), problems);
  for (const key of textsOrLists) {
    const field = fields.get(key);
    if (field && field.text === undefined && !field.items) refuse(field, `${key}: Expected a text.`);
  }
  const { episode, problems: wrong } = episodeIn(fields);
  problems.push(...wrong);
  const keys: KeysOfMedia = {
    ...(cover && { cover: { ...cover, alt: alt?.text.trim() ?? "", ...given("key", coverKey) } }),
    ...(audio && { audio }),
    ...given("transcript", textOf("transcript")),
    ...given("season", textOf("season")),
    ...(chapters && { chapters }),
    episode,
  };
  if (!audio && audio !== null)
    for (const key of ofEpisodes)
      if (fields.has(key) && certain(fields.get(key)).text !== "")
        refuse(certain(fields.get(key)), `${key}: Only episodes have this; name their audio.`);
  return { keys, problems };
};

/** The keys of {@link episodeIn}, which reads a list as its entries with commas. */
const textsOrLists: readonly string[] = Object.keys(episodeRules.shape)
  .filter((name) => name !== "soundbites")
  .map((name) => certain(keyByField.get(name)));

const ofEpisodes: readonly string[] = ["transcript", "chapters", "season", "soundbites", ...textsOrLists];

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;

/** Null for a value that is neither a file nor a list of files; undefined if the key is absent. */
const audioIn = (field: FrontMatterField | undefined): readonly LinedText[] | null | undefined => {
  if (!field || field.text === "") return undefined;
  const items = field.text === undefined ? field.items : [{ text: field.text, line: field.line }];
  return items && items.length > 0 ? items : null;
};

const chaptersIn = (
  field: FrontMatterField | undefined,
  problems: LineProblem[],
): KeysOfMedia["chapters"] | undefined => {
  if (!field || field.text?.trim() === "") return undefined;
  const { line, text, items, maps } = field;
  if (text !== undefined && !text.includes("\n")) return { text, line };
  const lines = text === undefined ? items : text.split("\n").map((each) => ({ text: each, line }));
  if (maps) return maps.map((map) => chapterInMap(map, problems));
  if (!lines) problems.push({ line, message: "chapters: Expected a file, or a list." });
  return (lines ?? [])
    .filter(({ text: written }) => written.trim() !== "")
    .flatMap((written) => {
      const chapter = chapterInLine(written.text, written.line);
      if (chapter) return chapter;
      const message = "chapters: Expected a time and a title, such as 00:01:02 The ice.";
      problems.push({ line: written.line, message });
      return [];
    });
};

const chapterKeys: readonly string[] = ["start", "title", "link", "image"];

const chapterInMap = (
  { line, entries }: NonNullable<FrontMatterField["maps"]>[number],
  problems: LineProblem[],
): SaidChapter => {
  for (const key of entries.keys())
    if (!chapterKeys.includes(key))
      problems.push({ line, message: `chapters: unknown key ${key}; known are ${chapterKeys.join(", ")}.` });
  return { start: "", title: "", ...Object.fromEntries(entries), line };
};

const expectationOf = (name: string): string | undefined => {
  if (name === "explicit") return "Expected true, false or clean.";
  return fieldsInFiles[name]?.field.type === "boolean" ? "Expected true or false." : undefined;
};

const episodeIn = (fields: FrontMatter["fields"]) => {
  const values: Record<string, string> = {};
  const problems: LineProblem[] = [];
  const listed = fields.get("soundbites");
  const soundbites = listed && soundbitesIn(listed, problems);
  for (const name of Object.keys(episodeRules.shape)) {
    if (name === "soundbites") continue;
    const field = fields.get(certain(keyByField.get(name)));
    const text = field?.text ?? field?.items?.map((item) => item.text).join(", ");
    if (text !== undefined && text !== "") values[name] = text;
  }
  const { explicit } = values;
  if (explicit !== undefined) values.explicit = explicitness[explicit.toLowerCase()] ?? explicit;
  const parsed = episodeRules.safeParse({ ...values, ...given("soundbites", soundbites) });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name, index, member] = path.map(String);
    const key = certain(keyByField.get(certain(name)));
    const said = expectationOf(certain(name)) ?? message;
    const { line, maps } = certain(fields.get(key));
    problems.push({
      line: maps?.[Number(index)]?.line ?? line,
      message: `${key}: ${member === undefined ? "" : `${member}: `}${said}`,
    });
  }
  const { soundbites: said, ...episode } = parsed.data ?? {};
  return { episode: { ...episode, ...given("soundbites", said && shownSoundbites(said)) }, problems };
};
