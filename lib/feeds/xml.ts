/** A piece of XML that is written already. */
export type Xml = string & { readonly xml: unique symbol };

type Attributes = Readonly<Record<string, string | number | null>>;

/** Characters that XML 1.0 cannot have in any form (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the pattern is for.
const impossible = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

/** Text as XML holds it. Characters that XML has no way to write are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");

const attribute = (value: string): string =>
  escaped(value).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

/** An element with a text, in which nothing is markup. */
export const element = (name: string, text: string | number, attributes: Attributes = {}): Xml =>
  written(name, attributes, escaped(String(text)));

/** An element that says all in its attributes. */
export const emptyElement = (name: string, attributes: Attributes): Xml => written(name, attributes, "");

/** An element that holds others, each on a line of its own; those that are null are left out. */
export const parent = (name: string, children: readonly (Xml | null)[], attributes: Attributes = {}): Xml =>
  written(name, attributes, `\n${lines(children)}\n`);

/** Elements one below the other; those that are null are left out. */
export const lines = (elements: readonly (Xml | null)[]): Xml =>
  elements.filter((each) => each !== null).join("\n") as Xml;

/** A whole document, with a comment at its end. */
export const xmlDocument = (root: Xml, comment: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n<!-- ${escaped(comment).replaceAll("--", "- -")} -->\n`;

const written = (name: string, attributes: Attributes, content: string): Xml => {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${attribute(String(value))}"`)
    .join("");
  return (content === "" ? `<${name}${pairs}/>` : `<${name}${pairs}>${content}</${name}>`) as Xml;
};
