/** Reading answers with the text of a post; a change replaces that of a revision; a creation has none. */
export type TextUse = "reading" | "creation" | "change";

/** The routes with the text of a post, by their ids. */
export const textUses: ReadonlyMap<string, TextUse> = new Map([
  ["editor/posts/lookup", "reading"],
  ["editor/posts/read", "reading"],
  ["editor/posts/read-revision", "reading"],
  ["editor/posts/create", "creation"],
  ["editor/episodes/create", "creation"],
  ["editor/pages/create", "creation"],
  ["editor/posts/update", "change"],
]);

/** The forms in which an answer has the text. */
const textForms = ["both", "markdown", "blocks"] as const;

export type TextForm = (typeof textForms)[number];

export const isTextForm = (value: unknown): value is TextForm => textForms.some((form) => form === value);

/** The other ways to send a section, which exclude Markdown of the whole. */
export const sectionArguments = ["overview", "overview_markdown", "detail", "detail_markdown"] as const;

const numberedLines =
  "The whole text as CommonMark, with `<!--more-->` on a line of its own between overview and detail.";

const ofBase =
  " Blocks that Markdown cannot hold are lines such as `[[2: Gallery 1]]`, as the revision `base_revision_id` was read with: " +
  "keep, move or remove these lines.";

/** What a tool takes for the text beside its route's own. The API does not know these arguments. */
export const textArguments = (use: TextUse): Readonly<Record<string, object>> => ({
  ...(use !== "reading" && {
    markdown: { type: "string", description: numberedLines + (use === "change" ? ofBase : "") },
  }),
  text_as: {
    enum: textForms,
    description: "The text in the answer: as `markdown`, as blocks (`overview`, `detail`), or both.",
  },
});
