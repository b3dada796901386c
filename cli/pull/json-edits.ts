import { isMap, isScalar, type Node, parseDocument } from "yaml";
import { certain } from "#lib/certain.ts";
import { type MatterChange, type TextEdit, withEdits } from "./matter-change.ts";

/** JSON in which these keys have other values. JSON is YAML, whose parser says where things are. */
export const editedJson = (json: string, changes: readonly MatterChange[]): string => {
  const { contents } = parseDocument(json, { schema: "failsafe", prettyErrors: false });
  if (!isMap<Node, Node | null>(contents)) return json;
  const { items } = contents;
  const eol = /\r\n/.test(json) ? "\r\n" : "\n";
  const startOf = (at: number): number => certain(certain(items[at]).key.range)[0];
  const endOf = (at: number): number =>
    certain((certain(items[at]).value ?? certain(items[at]).key).range)[1];
  const edits: TextEdit[] = [];
  let added = "";
  for (const { key, value } of changes) {
    const at = items.findIndex((item) => isScalar(item.key) && String(item.key.value) === key);
    const text = value === undefined ? "" : JSON.stringify(value);
    if (at >= 0 && value !== undefined)
      edits.push({ start: certain(items[at]?.value?.range)[0], end: endOf(at), text });
    else if (at >= 0 && at < items.length - 1) edits.push({ start: startOf(at), end: startOf(at + 1), text });
    else if (at > 0) edits.push({ start: endOf(at - 1), end: endOf(at), text });
    else if (at < 0 && value !== undefined) added += `,${eol}  ${JSON.stringify(key)}: ${text}`;
  }
  const end = items.length === 0 ? 1 : endOf(items.length - 1);
  return withEdits(json, added === "" ? edits : [...edits, { start: end, end, text: added }]);
};
