import { redo, undo } from "prosemirror-history";
import type { Schema } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import { around, hasMark, isLine, toggle, toggleHeading, toggleList, toggleQuote } from "./commands.ts";
import type { IconName } from "./icons.ts";
import { formattingKeys } from "./keys.ts";
import { formattingMarks, headingLevels } from "./schema.ts";
import { type EditorWords, filled } from "./words.ts";

/** A tool of the toolbar. */
export interface Tool {
  readonly label: string;
  readonly sign: IconName | number;
  /** As `Mod-b`. */
  readonly keys?: string | undefined;
  readonly run: Command;
  /** True while the selection is so; tools that do something once have none. */
  readonly isOn?: (state: EditorState) => boolean;
}

/** The tools that the features have, in groups. */
export const toolGroups = (
  schema: Schema,
  features: readonly string[],
  words: EditorWords,
  editLink: Command | undefined,
): readonly (readonly Tool[])[] => {
  const { heading, quote, bullet_list, ordered_list } = schema.nodes;
  const { link } = schema.marks;
  const marks = formattingMarks.flatMap(({ feature }): Tool[] => {
    const type = schema.marks[feature];
    if (!type) return [];
    const name = feature as "bold";
    return [
      {
        ...{ label: words[name], sign: name, keys: formattingKeys[feature], run: toggle(type) },
        isOn: (state) => hasMark(state, type),
      },
    ];
  });
  const links: Tool[] =
    link && editLink
      ? [
          {
            label: words.link,
            sign: "link",
            keys: formattingKeys.link,
            run: editLink,
            isOn: (state) => hasMark(state, link),
          },
        ]
      : [];
  const headings = shownLevels(headingLevels(features)).map(
    (level): Tool => ({
      label: filled(words.heading, { level }),
      sign: level,
      keys: `Mod-Alt-${level}`,
      run: toggleHeading(level),
      isOn: (state) => isLine(state, heading!, level),
    }),
  );
  const lines: Tool[] = [
    ...(quote
      ? [
          {
            label: words.quote,
            sign: "quote",
            keys: "Mod-Shift-9",
            run: toggleQuote,
            isOn: (state) => !!around(state, quote),
          } as Tool,
        ]
      : []),
    ...(bullet_list
      ? [
          {
            label: words.bulletList,
            sign: "bulletList",
            keys: "Mod-Shift-8",
            run: toggleList(bullet_list),
            isOn: (state) => innerList(state) === bullet_list,
          } as Tool,
        ]
      : []),
    ...(ordered_list
      ? [
          {
            label: words.orderedList,
            sign: "orderedList",
            keys: "Mod-Shift-7",
            run: toggleList(ordered_list),
            isOn: (state) => innerList(state) === ordered_list,
          } as Tool,
        ]
      : []),
  ];
  return [[...marks, ...links], headings, lines].filter((group) => group.length > 0);
};

const innerList = (state: EditorState) =>
  around(state, state.schema.nodes.bullet_list, state.schema.nodes.ordered_list)?.type;

/** A post has its title as its first heading, so that one begins with the second level. */
const shownLevels = (levels: readonly number[]): readonly number[] =>
  levels.length > 3 ? levels.filter((level) => level > 1).slice(0, 3) : levels;

export const historyTools = (words: EditorWords): readonly Tool[] => [
  { label: words.undo, sign: "undo", keys: "Mod-z", run: undo },
  { label: words.redo, sign: "redo", keys: "Mod-y", run: redo },
];

const isMac = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** The keys as people of this machine write them. */
export const shownKeys = (keys: string): string => {
  const mac = isMac();
  const names: Readonly<Record<string, string>> = mac
    ? { Mod: "⌘", Alt: "⌥", Shift: "⇧" }
    : { Mod: "Ctrl", Alt: "Alt", Shift: "Shift" };
  return keys
    .split("-")
    .map((key) => names[key] ?? key.toUpperCase())
    .join(mac ? "" : "+");
};

/** The keys as `aria-keyshortcuts` has them. */
export const ariaKeys = (keys: string): string =>
  keys
    .split("-")
    .map((key) =>
      key === "Mod" ? (isMac() ? "Meta" : "Control") : key.length === 1 ? key.toUpperCase() : key,
    )
    .join("+");
