import { elementsIn, type HtmlElement, type HtmlNode, isElement, textOfNodes } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";

/** A footnote, which the text refers to by its number. */
export interface HtmlFootnote {
  readonly number: number;
  readonly nodes: readonly HtmlNode[];
  readonly line: number;
}

/** Stands in a text for the mark of a footnote; no author writes these characters. */
const footnoteMarkOf = (number: number): string => `\uE000${number}\uE001`;
export const footnoteMarks = /\uE000(\d+)\uE001/g;

interface TextOfPage {
  readonly nodes: readonly HtmlNode[];
  readonly footnotes: readonly HtmlFootnote[];
}

/**
 * HTML whose links within the page lead to headings. Footnotes are taken out, with marks in their places.
 * Other links within the page become text, and are noted. `base` is the address of the page.
 */
export const withInPageLinks = (
  nodes: readonly HtmlNode[],
  { base, place }: { readonly base: string; readonly place: NotePlace },
): TextOfPage => {
  const map = new PageMap(nodes, base);
  const notes = footnotesIn(map);
  const marks = new Map(
    [...notes.values()].flatMap(({ number, marks: all }) => all.map((mark) => [mark, number])),
  );
  const removed = new Set<HtmlElement>(notes.keys());
  const marked = new Set([...marks.keys()].flatMap((mark) => map.idsAround(mark)));
  const headingIds = new Map<HtmlElement, string>();
  const links = new Map<HtmlElement, "text" | "nothing" | string>();
  for (const link of map.links) {
    const id = map.idOf(link) ?? "";
    if (marks.has(link)) continue;
    const heading = map.headingAt(id);
    if (heading) {
      const own = heading.attributes.id ?? id;
      headingIds.set(heading, own);
      links.set(link, `#${own}`);
    } else if (marked.has(id)) links.set(link, "nothing");
    else {
      links.set(link, "text");
      if (id !== "") place.below(link.line).note("link", `#${id}: no heading has this id`);
    }
  }
  const changed = (node: HtmlNode): HtmlNode[] => {
    if (!isElement(node)) return [node];
    if (removed.has(node)) return [];
    const number = markIn(node, marks);
    if (number !== undefined) return [footnoteMarkOf(number)];
    const children = node.children.flatMap(changed);
    const fate = links.get(node);
    if (fate === "nothing") return [];
    if (fate === "text") return children;
    if (isEmptied(node, children, removed)) return [];
    const id = headingIds.get(node);
    const attributes = {
      ...node.attributes,
      ...(fate !== undefined && { href: fate }),
      ...ownIdOf(node, id),
    };
    return [{ ...node, attributes, children }];
  };
  const footnotes = [...notes].map(([element, { number }]): HtmlFootnote => {
    const inside = element.children.flatMap(changed);
    const isLine = ["p", "div"].includes(element.name);
    return { number, line: element.line, nodes: isLine ? [{ ...element, children: inside }] : inside };
  });
  return { nodes: nodes.flatMap(changed), footnotes };
};

/** The id of a heading in the form in which rich text keeps it, where it is none that its text gives. */
const ownIdOf = (heading: HtmlElement, linked: string | undefined): Readonly<Record<string, string>> => {
  const id = linked ?? heading.attributes.id ?? "";
  const isOwn = /^h[1-6]$/.test(heading.name) && /^\S{1,200}$/.test(id) && id !== usualId(heading);
  return isOwn ? { "data-block-key": `#${id}` } : {};
};

/** Where everything stands in a page, and its links to itself. */
class PageMap {
  readonly links: HtmlElement[] = [];
  readonly #order = new Map<HtmlElement, number>();
  readonly #parents = new Map<HtmlElement, HtmlElement>();
  readonly #byId = new Map<string, HtmlElement>();
  readonly #base: string;

  constructor(nodes: readonly HtmlNode[], base: string) {
    this.#base = base.replace(/#.*$/s, "");
    for (const element of elementsIn(nodes)) {
      this.#order.set(element, this.#order.size);
      for (const child of element.children) if (isElement(child)) this.#parents.set(child, element);
      const { id, name } = element.attributes;
      for (const key of [id, element.name === "a" ? name : undefined])
        if (key && !this.#byId.has(key)) this.#byId.set(key, element);
      if (element.name === "a" && this.idOf(element) !== undefined) this.links.push(element);
    }
    // Generators make the ids of headings that have none.
    for (const element of elementsIn(nodes)) {
      const key = /^h[1-6]$/.test(element.name) && !element.attributes.id ? usualId(element) : "";
      if (key !== "" && !this.#byId.has(key)) this.#byId.set(key, element);
    }
  }

  /** The id that a link within the page leads to; undefined for other links. */
  idOf({ attributes: { href = "" } }: HtmlElement): string | undefined {
    const [, address = "", id] = /^([^#]*)#(.*)$/s.exec(href.trim()) ?? [];
    if (id === undefined || (address !== "" && (this.#base === "" || address !== this.#base)))
      return undefined;
    return this.#byId.has(id) ? id : decoded(id);
  }

  elementAt(id: string): HtmlElement | undefined {
    return this.#byId.get(id);
  }

  /** The element, and those around it, from the inside. */
  *around(element: HtmlElement): Generator<HtmlElement> {
    for (let each: HtmlElement | undefined = element; each; each = this.#parents.get(each)) yield each;
  }

  headingAt(id: string): HtmlElement | undefined {
    const element = this.#byId.get(id);
    return element && [...this.around(element)].find(({ name }) => /^h[1-6]$/.test(name));
  }

  isBefore(one: HtmlElement, other: HtmlElement): boolean {
    return (this.#order.get(one) ?? 0) < (this.#order.get(other) ?? 0);
  }

  /** The ids of a mark, of what is right around it, and in it. */
  idsAround(mark: HtmlElement): string[] {
    const parent = this.#parents.get(mark);
    return [mark, ...elementsIn(mark.children), ...(parent && isSmall(parent) ? [parent] : [])].flatMap(
      ({ attributes: { id, name } }) => [id, name].filter((each) => each !== undefined && each !== ""),
    ) as string[];
  }

  isSuperscript(link: HtmlElement): boolean {
    const parent = this.#parents.get(link);
    const all = [link, ...elementsIn(link.children), ...(parent ? [parent] : [])];
    return all.some(
      ({ name, attributes: { class: classes = "", role = "", rel = "" } }) =>
        name === "sup" || /footnote|noteref|fn\b/i.test(`${classes} ${role} ${rel}`),
    );
  }
}

const usualId = ({ children }: HtmlElement): string =>
  textOfNodes(children)
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replace(/\s+/g, "-");

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

const isSmall = ({ name }: HtmlElement): boolean => name === "sup" || name === "span";

/** Elements that may hold one note. */
const noteNames = new Set(["li", "p", "dd", "div", "aside"]);

interface FoundNote {
  readonly number: number;
  readonly marks: HtmlElement[];
}

/** The notes by their elements: what short raised links lead on to. */
const footnotesIn = (map: PageMap): Map<HtmlElement, FoundNote> => {
  const targets = new Map<HtmlElement, { readonly ids: Set<string>; readonly marks: HtmlElement[] }>();
  for (const link of map.links) {
    const id = map.idOf(link) ?? "";
    const target = map.elementAt(id);
    if (!target || !isMark(link, map) || !map.isBefore(link, target) || map.headingAt(id)) continue;
    const around = [...map.around(target)].find(({ name }) => noteNames.has(name));
    if (!around || [...map.around(link)].includes(around)) continue;
    const known = targets.get(around) ?? { ids: new Set<string>(), marks: [] };
    known.ids.add(id);
    known.marks.push(link);
    targets.set(around, known);
  }
  const found = [...targets].filter(
    ([element, { ids }]) =>
      ids.size === 1 && ![...map.around(element)].some((each) => each !== element && targets.has(each)),
  );
  return new Map(found.map(([element, { marks }], index) => [element, { number: index + 1, marks }]));
};

const isMark = (link: HtmlElement, map: PageMap): boolean =>
  /^[[(]?\s*(?:\d{1,4}|[a-z]|[*†‡\u00a7¶#]{1,3})\s*[\])]?$/i.test(textOfNodes([link]).trim()) &&
  map.isSuperscript(link);

/** The number of the mark that is all of an element. */
const markIn = (element: HtmlElement, marks: ReadonlyMap<HtmlElement, number>): number | undefined => {
  const own = marks.get(element);
  if (own !== undefined || !isSmall(element)) return own;
  const [only, ...others] = element.children.filter((node) => typeof node !== "string" || node.trim() !== "");
  return only && isElement(only) && others.length === 0 ? markIn(only, marks) : undefined;
};

/** True for what held nothing but notes: a list, a section, and the line above it. */
const isEmptied = (
  element: HtmlElement,
  children: readonly HtmlNode[],
  removed: ReadonlySet<HtmlElement>,
): boolean => {
  if (element.name === "hr") return /footnote/i.test(element.attributes.class ?? "") && removed.size > 0;
  if (children.length === element.children.length) return false;
  const isEmpty = ![...elementsIn(children)].some(({ name }) => !["hr", "br"].includes(name));
  return isEmpty && textOfNodes(children).trim() === "" && holdsAny(element, removed);
};

const holdsAny = (element: HtmlElement, removed: ReadonlySet<HtmlElement>): boolean => {
  for (const inner of elementsIn(element.children)) if (removed.has(inner)) return true;
  return false;
};
