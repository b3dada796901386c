import { baseKeymap, chainCommands, setBlockType } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Schema } from "prosemirror-model";
import type { Command, Plugin } from "prosemirror-state";
import {
  backspace,
  breakLine,
  deleteForward,
  enter,
  indent,
  outdent,
  toEdge,
  toggle,
  toggleHeading,
  toggleList,
  toggleQuote,
} from "./commands.ts";
import { move } from "./moves.ts";
import { headingLevels } from "./schema.ts";

/** The keys of formatting by its feature. */
export const formattingKeys: Readonly<Record<string, string>> = {
  ...{ bold: "Mod-b", italic: "Mod-i", strikethrough: "Mod-Shift-x", code: "Mod-e" },
  ...{ superscript: "Mod-.", subscript: "Mod-,", link: "Mod-k" },
};

/** The keys of the editor, as far as the features have what they do. */
export const editorKeys = (
  schema: Schema,
  features: readonly string[],
  editLink: Command | undefined,
): readonly Plugin[] => {
  const { item, bullet_list, ordered_list, paragraph, quote } = schema.nodes;
  const keys: Record<string, Command> = {
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    Enter: enter(item),
    "Shift-Enter": breakLine,
    Backspace: chainCommands(undoInputRule, backspace),
    Delete: deleteForward,
    "Mod-Home": toEdge("atStart"),
    "Mod-End": toEdge("atEnd"),
    "Alt-ArrowUp": move(-1),
    "Alt-ArrowDown": move(1),
    "Mod-Alt-0": setBlockType(paragraph!),
  };
  for (const [feature, key] of Object.entries(formattingKeys)) {
    const type = schema.marks[feature];
    if (type && feature !== "link") keys[key] = toggle(type);
  }
  if (editLink && schema.marks.link) keys[formattingKeys.link!] = editLink;
  for (const level of headingLevels(features)) keys[`Mod-Alt-${level}`] = toggleHeading(level);
  if (bullet_list) keys["Mod-Shift-8"] = toggleList(bullet_list);
  if (ordered_list) keys["Mod-Shift-7"] = toggleList(ordered_list);
  if (quote) keys["Mod-Shift-9"] = toggleQuote;
  if (item) Object.assign(keys, { Tab: indent(item), "Shift-Tab": outdent(item) });
  return [keymap(keys), keymap(baseKeymap)];
};
