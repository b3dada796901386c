import { type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";

/** What the rich text of a site or of a field may have (`rich_text_features`). */
type Features = readonly string[];

/** What is read of an element; the types of pages are missing where the tests run. */
interface Attributed {
  readonly getAttribute: (name: string) => string | null;
}

/** The levels of headings that the features have, in order. */
export const headingLevels = (features: Features): readonly number[] =>
  [1, 2, 3, 4, 5, 6].filter((level) => features.includes(`h${level}`));

/** Attributes of all elements that begin a line or hold some. */
const keyed = {
  /** The attribute `data-block-key` as the service writes it, after a space, or empty. */
  key: { default: "" },
  /** True if a block of rich text begins with it, though another one stands before it. */
  begins: { default: false },
};

/** The first number of a list. */
const startOf = (element: Attributed): number => {
  const written = element.getAttribute("start") ?? "";
  return /^\d{1,9}$/.test(written) ? Number(written) : 1;
};

const directed = (name: string): DOMOutputSpec => [name, { dir: "auto" }, 0];

const richNodes = (features: Features): Record<string, NodeSpec> => {
  const levels = headingLevels(features);
  const lists = ["ul", "ol"].filter((name) => features.includes(name));
  return {
    paragraph: {
      group: "rich",
      content: "inline*",
      attrs: keyed,
      parseDOM: [{ tag: "p" }],
      toDOM: () => directed("p"),
    },
    ...(levels.length > 0 && {
      heading: {
        group: "rich",
        content: "inline*",
        attrs: { ...keyed, level: { default: levels[0] } },
        defining: true,
        parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
        toDOM: ({ attrs }: { attrs: Attrs }) => directed(`h${attrs.level}`),
      },
    }),
    ...(features.includes("blockquote") && {
      quote: {
        group: "rich",
        content: "rich+",
        attrs: keyed,
        defining: true,
        parseDOM: [{ tag: "blockquote" }],
        toDOM: () => directed("blockquote"),
      },
    }),
    ...(features.includes("ul") && {
      bullet_list: {
        group: "rich list",
        content: "item+",
        attrs: { begins: keyed.begins },
        parseDOM: [{ tag: "ul" }],
        toDOM: (): DOMOutputSpec => ["ul", 0],
      },
    }),
    ...(features.includes("ol") && {
      ordered_list: {
        group: "rich list",
        content: "item+",
        attrs: { begins: keyed.begins, ...(features.includes("ol-start") && { start: { default: 1 } }) },
        parseDOM: [
          {
            tag: "ol",
            getAttrs: (element: unknown) =>
              features.includes("ol-start") ? { start: startOf(element as Attributed) } : null,
          },
        ],
        toDOM: ({ attrs }: { attrs: Attrs }): DOMOutputSpec => [
          "ol",
          (attrs.start ?? 1) === 1 ? {} : { start: String(attrs.start) },
          0,
        ],
      },
    }),
    ...(lists.length > 0 && {
      item: {
        content: "paragraph (paragraph | list)*",
        attrs: { key: keyed.key },
        defining: true,
        parseDOM: [{ tag: "li" }],
        toDOM: () => directed("li"),
      },
    }),
    ...(features.includes("hr") && {
      rule: {
        group: "rich",
        attrs: { begins: keyed.begins },
        parseDOM: [{ tag: "hr" }],
        toDOM: (): DOMOutputSpec => ["hr"],
      },
    }),
    text: { group: "inline" },
    break: {
      group: "inline",
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: "br" }],
      toDOM: (): DOMOutputSpec => ["br"],
    },
  };
};

/** The HTML of an element that another editor of this kind copied; programs and pages do not use it. */
const copied = (name: string, value: string): DOMOutputSpec => ["div", { [`data-lectern-${name}`]: value }];

const fromCopied = (name: string) => ({
  tag: `div[data-lectern-${name}]`,
  getAttrs: (element: unknown): Attrs | false => {
    try {
      return JSON.parse((element as Attributed).getAttribute(`data-lectern-${name}`) ?? "") as Attrs;
    } catch {
      return false;
    }
  },
});

/** A block that is one thing in the text, and is drawn by a view of its own. */
const whole = (name: string, attrs: NonNullable<NodeSpec["attrs"]>): NodeSpec => ({
  group: "flow",
  attrs,
  atom: true,
  draggable: true,
  selectable: true,
  parseDOM: [fromCopied(name)],
  toDOM: (node) => copied(name, JSON.stringify(node.attrs)),
});

const flowNodes: Record<string, NodeSpec> = {
  listing: {
    group: "flow",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    // A line after it is not joined to it, which would take its links and formatting.
    isolating: true,
    attrs: { language: { default: "text" } },
    parseDOM: [
      {
        tag: "pre",
        preserveWhitespace: "full",
        getAttrs: (element: unknown) => ({
          language: (element as Attributed).getAttribute("data-language") ?? "text",
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => ["pre", { "data-language": String(attrs.language) }, ["code", 0]],
  },
  medium: whole("medium", { kind: {}, id: {} }),
  gallery: whole("gallery", { entries: {} }),
  custom: whole("custom", { type: {}, value: {} }),
  /** A block, or HTML of rich text, that cannot be edited here and stays as it is. */
  kept: whole("kept", { block: { default: null }, html: { default: null }, begins: { default: false } }),
  /** Where the overview ends and the detail begins. */
  more: {
    draggable: true,
    selectable: true,
    toDOM: (): DOMOutputSpec => ["div", { class: "te-more" }],
  },
};

/** Marks stand in the order in which the service nests their elements, from the outermost in. */
const marks = (features: Features): Record<string, MarkSpec> => {
  const links = ["link", "document-link"].some((name) => features.includes(name));
  return {
    ...(links && {
      link: {
        inclusive: false,
        attrs: {
          href: { default: "" },
          /** What it leads to by an id: `page` or `document`. */
          kind: { default: "" },
          id: { default: "" },
          /** Tells two links to one address from each other that stand side by side. */
          part: { default: 0 },
        },
        parseDOM: [
          {
            tag: "a[href]",
            getAttrs: (element: unknown) => ({ href: (element as Attributed).getAttribute("href") ?? "" }),
          },
        ],
        toDOM: ({ attrs }: { attrs: Attrs }): DOMOutputSpec => [
          "a",
          attrs.href === ""
            ? { "data-kind": String(attrs.kind), title: `${attrs.kind} ${attrs.id}` }
            : { href: String(attrs.href), title: String(attrs.href), rel: "noopener noreferrer" },
          0,
        ],
      },
    }),
    ...Object.fromEntries(
      formattingMarks
        .filter(({ feature }) => features.includes(feature))
        .map(({ feature, tags }) => [
          feature,
          {
            parseDOM: tags.map((tag) => ({ tag })),
            toDOM: (): DOMOutputSpec => [tags[0]!, 0],
            ...(feature === "code" && { code: true }),
          },
        ]),
    ),
  };
};

/** The formatting by its feature, and the names of its elements, that of the service first. */
export const formattingMarks: readonly { readonly feature: string; readonly tags: readonly string[] }[] = [
  { feature: "bold", tags: ["b", "strong"] },
  { feature: "italic", tags: ["i", "em"] },
  { feature: "strikethrough", tags: ["s", "del", "strike"] },
  { feature: "superscript", tags: ["sup"] },
  { feature: "subscript", tags: ["sub"] },
  { feature: "code", tags: ["code"] },
];

/** The document of a post: overview and detail with the mark between the two. */
export const textSchema = (features: Features): Schema =>
  new Schema({
    nodes: {
      doc: { content: "(rich | flow)+ more (rich | flow)+" },
      ...richNodes(features),
      ...flowNodes,
    },
    marks: marks(features),
  });

/** The document of a field that holds rich text only. */
export const fieldSchema = (features: Features): Schema =>
  new Schema({ nodes: { doc: { content: "rich+" }, ...richNodes(features) }, marks: marks(features) });
