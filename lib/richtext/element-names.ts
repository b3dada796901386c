import type { RichTextFeature } from "./features.ts";

/** Elements that only begin and end a line of text here. */
const groups =
  "address article aside body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
  "frameset head header hgroup html legend main menu nav noframes optgroup option pre search section select summary " +
  "table tbody tfoot thead title tr";

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** The formatting elements by feature, from the outermost in, with their other names. */
const formatting = [
  { feature: "bold", name: "b", alias: "strong" },
  { feature: "italic", name: "i", alias: "em" },
  { feature: "strikethrough", name: "s" },
  { feature: "superscript", name: "sup" },
  { feature: "subscript", name: "sub" },
  { feature: "code", name: "code" },
] as const;

/** The formatting elements that rich text may hold, in the order in which they nest. */
export const formattingNames: readonly string[] = formatting.map(({ name }) => name);

/**
 * The name that each submitted element gets: its own, its plain name (`b` for `strong`), `p` for a heading
 * that is not allowed, `div` for one that only begins and ends a line, `td` for a table cell. Elements that
 * are missing here vanish and leave their text (contract#rich-text-elements).
 */
export function elementNames(features: readonly RichTextFeature[]): ReadonlyMap<string, string> {
  const known = namesByFeatures.get(features) ?? namesOf(features);
  namesByFeatures.set(features, known);
  return known;
}

/** A body may have thousands of paragraphs with the same features. */
const namesByFeatures = new WeakMap<readonly RichTextFeature[], ReadonlyMap<string, string>>();

function namesOf(features: readonly RichTextFeature[]): ReadonlyMap<string, string> {
  const allowed = new Set(features);
  const names = new Map(groups.split(" ").map((group) => [group, "div"]));
  names.set("p", "p").set("br", "br").set("li", "li").set("td", "td").set("th", "td");
  for (const heading of headings) names.set(heading, allowed.has(heading) ? heading : "p");
  for (const block of ["ul", "ol", "hr", "blockquote"] as const) {
    names.set(block, allowed.has(block) ? block : "div");
  }
  for (const { feature, name, ...other } of formatting) {
    if (!allowed.has(feature)) continue;
    names.set(name, name);
    if ("alias" in other) names.set(other.alias, name);
  }
  if (allowed.has("link") || allowed.has("document-link")) names.set("a", "a");
  return names;
}
