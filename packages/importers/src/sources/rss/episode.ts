import type { ImportedPost } from "#importers/imported.ts";
import {
  cutText,
  type FolderChapter,
  type FolderSoundbite,
  folderSoundbite,
  maxSoundbites,
  maxSoundbiteTitle,
  secondsOrTime,
} from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { childOf, childText, type XmlElement } from "#importers/reading/xml.ts";
import { explicitIn } from "./explicit.ts";

type EpisodeFields = Pick<
  ImportedPost["fields"],
  "season" | "episode" | "episode_type" | "explicit" | "block" | "keywords" | "chapters" | "soundbites"
>;

/** What an item says of itself as an episode. `seasons` gets the name of its season. */
export const directoryFieldsIn = (
  item: XmlElement,
  seasons: Map<number, string>,
  place: NotePlace,
): EpisodeFields => ({
  season: seasonOf(item, seasons, place),
  episode: wholeNumber(item, ["itunes:episode", "podcast:episode"], place),
  episode_type: typeOf(item, place),
  explicit: explicitIn(item, place),
  block: /^yes$/i.test(childText(item, "itunes:block") ?? "") || undefined,
  keywords: keywordsOf(item, place),
  chapters: simpleChapters(item, place),
  soundbites: soundbitesOf(item, place),
});

const seasonOf = (item: XmlElement, seasons: Map<number, string>, place: NotePlace): number | undefined => {
  const number = wholeNumber(item, ["itunes:season", "podcast:season"], place);
  const name = childOf(item, "podcast:season")?.attributes.name ?? "";
  if (number !== undefined) seasons.set(number, name || (seasons.get(number) ?? ""));
  return number;
};

const wholeNumber = (item: XmlElement, names: readonly string[], place: NotePlace): number | undefined => {
  for (const name of names) {
    const text = childText(item, name);
    if (text === undefined) continue;
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    if (text !== "0") place.note("field", `${name}: ${text}`);
  }
  return undefined;
};

const typeOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const type = childText(item, "itunes:episodeType")?.toLowerCase();
  if (type === undefined || type === "full") return undefined;
  if (type === "trailer" || type === "bonus") return type;
  place.note("field", `itunes:episodeType: ${type}`);
  return undefined;
};

const keywordsOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const keywords = childText(item, "itunes:keywords");
  if (keywords === undefined || keywords.length <= 255) return keywords;
  const kept = cutText(keywords, 255).replace(/,[^,]*$/, "");
  place.note("field", `itunes:keywords: what follows ${kept.slice(-40)}`);
  return kept;
};

const simpleChapters = (item: XmlElement, place: NotePlace): readonly FolderChapter[] | undefined => {
  const found = childOf(item, "psc:chapters")?.children.filter(({ name }) => name === "psc:chapter");
  return found?.flatMap(({ attributes: { start = "", title = "", href, image }, line }) => {
    if (!/^(?:\d+:)?(?:\d+:)?\d+(?:\.\d+)?$/.test(start) || title.trim() === "") {
      place.at(line).note("transcript", `chapter ${start} ${title}`);
      return [];
    }
    return [{ start, title: title.trim(), ...(href && { link: href }), ...(image && { image }) }];
  });
};

const soundbitesOf = (item: XmlElement, place: NotePlace): readonly FolderSoundbite[] | undefined => {
  const kept = new Map<number, FolderSoundbite>();
  for (const { name, attributes, text, line } of item.children) {
    if (name !== "podcast:soundbite") continue;
    const start = secondsOrTime(attributes.startTime?.trim() ?? "");
    const duration = secondsOrTime(attributes.duration?.trim() ?? "");
    const title = cutText(text.trim(), maxSoundbiteTitle);
    if (start === undefined || !duration || kept.has(start) || kept.size === maxSoundbites)
      place
        .at(line)
        .note("field", `podcast:soundbite: ${attributes.startTime} ${attributes.duration} ${title}`.trim());
    else kept.set(start, folderSoundbite({ start, duration, title }));
  }
  return kept.size > 0 ? [...kept.values()] : undefined;
};

/** The address of the recording; an item of a blog has none. */
export const audioOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const enclosures = item.children.filter(({ name, attributes }) => name === "enclosure" && attributes.url);
  const audios = enclosures.filter(({ attributes }) => !attributes.type || /^audio\//i.test(attributes.type));
  for (const { attributes, line } of enclosures)
    if (attributes !== audios[0]?.attributes) place.at(line).note("field", `enclosure: ${attributes.url}`);
  return audios[0]?.attributes.url;
};

/** From the best form to the worst. */
const transcriptForms = [
  "text/vtt",
  "application/x-subrip",
  "application/srt",
  "text/srt",
  "application/json",
];

export const transcriptOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const all = item.children.filter(({ name, attributes }) => name === "podcast:transcript" && attributes.url);
  const rank = ({ attributes }: XmlElement) => transcriptForms.indexOf((attributes.type ?? "").toLowerCase());
  const [best] = all.filter((each) => rank(each) >= 0).sort((one, other) => rank(one) - rank(other));
  // A transcript in another form is no loss if its language is the same.
  for (const { attributes, line } of all)
    if (!best || attributes.language !== best.attributes.language)
      place.at(line).note("transcript", `${attributes.type}: ${attributes.url}`);
  return best?.attributes.url;
};
