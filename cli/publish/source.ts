import { basename, extname } from "node:path";
import * as z from "zod/mini";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { newPost } from "#lib/routes/editor-post-shapes.ts";
import { detailFromMarkdown } from "./detail.ts";
import {
  type FrontMatter,
  type FrontMatterField,
  type LinedText,
  type LineProblem,
  parseFrontMatter,
} from "./front-matter.ts";
import { keyByField, type Positions, problemsInFile } from "./problems.ts";

/** What a file says of a post in the editor API's own terms, checked as the API checks it. */
const sayings = z.required(
  z.pick(newPost, {
    title: true,
    slug: true,
    visible_date: true,
    tags: true,
    search_description: true,
    detail_markdown: true,
  }),
  { slug: true, tags: true, search_description: true, detail_markdown: true },
);

/** A file that says a post. */
export interface PostSource {
  /** The path as the caller gave it. */
  readonly file: string;
  /** The post, as the service reads it: dates are instants in UTC, texts trimmed, tags without repeats. */
  readonly post: z.output<typeof sayings>;
  /** The slugs of its categories, which the API knows by their ids. */
  readonly categories: readonly LinedText[];
  readonly positions: Positions;
}

/**
 * The post that a Markdown file with front matter says, or all that is wrong with it as far as the file alone
 * can show. Keys: `title`; `slug`, by default the file's name without a leading date and its extension;
 * `date`, a day (midnight UTC) or an instant; `tags`; `categories`, by slug; `summary`. Everything else is
 * Markdown.
 */
export const readPostSource = (
  file: string,
  text: string,
): PostSource | { readonly problems: readonly LineProblem[] } => {
  const matter = parseFrontMatter(text);
  if ("problem" in matter) return { problems: [matter.problem] };
  const said = sayings.safeParse({ ...defaults(file), ...given(matter), detail_markdown: matter.body });
  const categories = categoriesIn(matter);
  const positions = positionsIn(matter);
  const problems = [
    ...unknownKeys(matter),
    ...problemsInFile(positions, [
      ...(said.error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })),
      ...(categories ? [] : [{ path: "categories", message: "Expected a list." }]),
      ...markdownProblems(matter.body),
    ]),
  ];
  if (!said.success || !categories || problems.length > 0) return { problems: problems.sort(byLine) };
  return { file, post: said.data, categories, positions };
};

const byLine = (one: LineProblem, other: LineProblem): number => one.line - other.line;

const defaults = (file: string) => ({
  slug: basename(file, extname(file)).replace(/^\d{4}-\d{2}-\d{2}-/, ""),
  tags: [],
  search_description: "",
});

const given = ({ fields }: FrontMatter): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [name, key] of keyByField) {
    const field = fields.get(key);
    if (field) values[name] = readValue(name, field);
  }
  return values;
};

const readValue = (name: string, { text, items }: FrontMatterField): unknown => {
  if (name === "tags" && text?.trim() === "") return [];
  // What is neither a text nor a list is refused as an object is.
  return text ?? items?.map((item) => item.text) ?? {};
};

/** The slugs of the categories; undefined when they are not a list. */
const categoriesIn = ({ fields }: FrontMatter): readonly LinedText[] | undefined => {
  const field = fields.get("categories");
  return !field || field.text?.trim() === "" ? [] : field.items;
};

const positionsIn = ({ fields, body, bodyLine }: FrontMatter): Positions => {
  const lines = new Map([["detail_markdown", bodyLine]]);
  for (const [name, key] of keyByField) {
    const field = fields.get(key);
    if (field) lines.set(name, field.line);
    for (const [index, item] of (field?.items ?? []).entries()) lines.set(`${name}.${index}`, item.line);
  }
  return { lines, markdown: body };
};

const unknownKeys = ({ fields }: FrontMatter): LineProblem[] => {
  const known = [...keyByField.values()];
  return [...fields]
    .filter(([key]) => !known.includes(key))
    .map(([key, { line }]) => ({ line, message: `${key}: unknown key; known are ${known.join(", ")}.` }));
};

/** What no choice of rich-text features makes right. */
const markdownProblems = (markdown: string) => {
  const detail = detailFromMarkdown(markdown, defaultFeatures);
  return "problems" in detail ? detail.problems : [];
};
