import { folderSoundbite } from "#cli/folder/post-text.ts";
import { fieldsInFiles } from "#cli/publish/file-fields.ts";
import type { FrontMatter } from "#cli/publish/front-matter.ts";
import type { Library } from "#cli/publish/media/library.ts";
import { mediaChanges } from "#cli/publish/media/said-of-media.ts";
import { changesTo, type PlannedPost, type StoredPost } from "#cli/publish/plan.ts";
import { ourKey } from "#cli/publish/usual-keys.ts";
import { certain } from "#lib/certain.ts";
import { parseInstant } from "#lib/instant.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { isEmpty } from "#lib/pages/content-values.ts";
import type { MatterChange, MatterValue } from "./matter-change.ts";

export interface KeysContext {
  readonly library: Library;
  /** Slugs by id. */
  readonly categories: ReadonlyMap<number, string>;
  readonly seasonOf: (id: number) => Promise<number | undefined>;
  /** The path of a medium from the post's file; undefined for one that the token may not see. */
  readonly pathOf: (kind: MediaKind, id: number) => Promise<string | undefined>;
}

export interface PulledKeys {
  /** By the keys as the file writes them. */
  readonly changes: readonly MatterChange[];
  /** What the file cannot say. */
  readonly losses: readonly string[];
}

/** The fields in which a page differs from what its file says or leaves out. */
export const differingFields = (
  planned: PlannedPost,
  stored: StoredPost,
  library: Library,
): readonly string[] => {
  const said: Readonly<Record<string, unknown>> = planned.fields;
  const kept: Readonly<Record<string, unknown>> = stored;
  const leftOut = Object.entries(fieldsInFiles).flatMap(([name, { field }]) => {
    const value = kept[name];
    // Every page has a date.
    const isUnsaid = said[name] === undefined && name !== "visible_date";
    const isDefault =
      isEmpty(field, value) || value === null || ("shownAs" in field && value === field.shownAs);
    return isUnsaid && !isDefault ? [name] : [];
  });
  const overview = planned.fields.overview === undefined && stored.overview.length > 0 ? ["overview"] : [];
  return [...new Set([...Object.keys(changesTo(stored, planned, library.idOf)), ...leftOut, ...overview])];
};

/** The keys with which a file says what its page says. */
export const pulledKeys = async (
  names: readonly string[],
  { planned, stored, matter }: { planned: PlannedPost; stored: StoredPost; matter: FrontMatter },
  context: KeysContext,
): Promise<PulledKeys> => {
  const writtenKeys = new Map([...matter.fields.keys()].map((key) => [ourKey(key) ?? key, key]));
  const changes: MatterChange[] = [];
  const losses: string[] = [];
  const say = (key: string, value: MatterValue | null | undefined): void => {
    const written = writtenKeys.get(key);
    const isNothing = value === undefined || value === null || value === "" || value === false;
    const isNone = isNothing || (Array.isArray(value) && value.length === 0);
    if (!isNone) changes.push({ key: written ?? key, value });
    else if (written !== undefined) changes.push({ key: written, value: undefined });
  };
  const kept: Readonly<Record<string, unknown>> = stored;
  for (const name of names) {
    const declared = fieldsInFiles[name];
    if (!declared) continue;
    const { key } = declared;
    if (stored.type !== "site.Page" && name === "visible_date") {
      const former = matter.fields.get(writtenKeys.get(key) ?? key)?.text;
      say(key, dateLike(stored.visible_date, former));
    } else if (stored.type !== "site.Page" && name === "categories") {
      say(
        key,
        stored.categories.flatMap((id) => context.categories.get(id) ?? []),
      );
    } else if (name === "cover_image") {
      const { cover_image: cover } = stored;
      const path = cover && (await context.pathOf("image", cover.id));
      if (cover && path === undefined) losses.push("its cover, which this token may not see");
      say(key, path);
      say("cover_alt", path === undefined ? undefined : cover?.alt_text);
    } else if (stored.type === "site.Episode" && name === "podcast_audio") {
      const { podcast_audio: audio } = stored;
      const path = audio ? await context.pathOf("audio", audio.id) : undefined;
      if (path === undefined) losses.push("its recording; an episode's file names one");
      else say(key, path);
    } else if (stored.type === "site.Episode" && name === "season") {
      say(key, stored.season ? await context.seasonOf(stored.season.id) : undefined);
    } else if (stored.type === "site.Episode" && name === "soundbites") {
      say(key, stored.soundbites?.map(folderSoundbite));
    } else if (stored.type === "site.Episode" && name === "explicit") {
      say(key, { 1: "true", 2: "false", 3: "clean" }[stored.explicit]);
    } else {
      const isList = matter.fields.get(writtenKeys.get(key) ?? key)?.items !== undefined;
      const value = kept[name] as MatterValue | null | undefined;
      say(key, isList && typeof value === "string" ? value.split(/\s*,\s*/).filter(Boolean) : value);
    }
  }
  for (const { field, from } of mediaChanges(planned.said, context.library)) {
    if (field === "chapters") {
      const isInFile = "text" in certain(planned.source.mediaKeys.chapters);
      if (isInFile) losses.push("its chapters, which stand in another file");
      else say("chapters", (from as StoredChapters).map(chapterSaid));
    } else if (field === "transcript") losses.push("its transcript, which stands in another file");
  }
  return { changes, losses };
};

type StoredChapters = readonly {
  readonly start: number;
  readonly title: string;
  readonly link?: string;
  readonly image?: string;
}[];

const chapterSaid = ({ start, title, link, image }: StoredChapters[number]) => ({
  ...{ start: chapterTime(start), title },
  ...(link && { link }),
  ...(image && { image }),
});

/** The instant in the form that the file had: a day, or another offset. */
const dateLike = (instant: string, former = ""): string => {
  const iso = parseInstant(instant) ?? instant;
  const [, day, mark = "T", time = "", space = "", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:([T ])(\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?(\s?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      former.trim(),
    ) ?? [];
  if (day === undefined || (time === "" && /T00:00:00(?:\.0+)?Z$/.test(iso)))
    return day === undefined ? plain(iso) : iso.slice(0, 10);
  if (time === "") return plain(iso);
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(Date.parse(iso) + offset * 60_000).toISOString();
  const hasSeconds = time.length > 5 || !/:00(?:\.0+)?Z$/.test(local);
  const fraction = /\.(?!0+Z)\d+/.exec(local)?.[0] ?? "";
  const clock = local.slice(11, hasSeconds ? 19 : 16) + (hasSeconds ? fraction : "");
  const written = /(Z|[+-]\d\d:?\d\d)$/i.test(former.trim()) ? space + zone : "";
  return `${local.slice(0, 10)}${mark}${clock}${written}`;
};

const plain = (iso: string): string => iso.replace(/\.0+Z$/, "Z");
