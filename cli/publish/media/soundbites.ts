import type { FrontMatterField, LineProblem } from "#cli/publish/front-matter.ts";

const known: readonly string[] = ["start", "duration", "title"];

/** The soundbites in front matter as the API takes them, and the line of each. */
export const soundbitesIn = (
  { line, text, items, maps }: FrontMatterField,
  problems: LineProblem[],
): readonly Readonly<Record<string, string>>[] | undefined => {
  if (text?.trim() === "") return undefined;
  const isEmpty = items?.length === 0;
  if (!maps && !isEmpty)
    problems.push({ line, message: "soundbites: Expected a list of start, duration and title." });
  return (maps ?? []).map((map) => {
    for (const key of map.entries.keys())
      if (!known.includes(key))
        problems.push({
          line: map.line,
          message: `soundbites: unknown key ${key}; known are ${known.join(", ")}.`,
        });
    return Object.fromEntries(map.entries);
  });
};

interface Said {
  readonly start: number;
  readonly duration: number;
  readonly title?: string | undefined;
}

/** As the service shows them. */
export const shownSoundbites = (soundbites: readonly Said[]) =>
  soundbites
    .map(({ start, duration, title = "" }) => ({ start, duration, title }))
    .sort((one, other) => one.start - other.start);
