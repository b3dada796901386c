import { QueryError, type QueryValues } from "./parameter-values.ts";

const richTextFormats = ["db_html", "html", "db_markdown", "markdown"] as const;

/** The format of the rich text in `description`. */
export type RichTextFormat = (typeof richTextFormats)[number];

export interface Rendering {
  /** The format of rich text; null if the request does not choose one. */
  readonly richTextFormat: RichTextFormat | null;
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
  /** True if links between pages are absolute. */
  readonly forFeed: boolean;
}

export const themeParameters = {
  theme: { description: "The slug of a theme, for this request only." },
  template_base_dir: { description: "The same as `theme`; where both are given, this one counts." },
} as const;

/** An unknown format is a 400 (contract#rich-text-format, contract#themed-html). */
export const parseRendering = (values: QueryValues): Rendering => ({
  richTextFormat: richTextFormatFrom(values.get("rich_text_format")),
  theme: chosenTheme(values),
  forFeed: !["0", "false", "no"].includes((values.get("render_for_feed") ?? "").toLowerCase()),
});

/** The slug of the chosen theme, which may be unknown; `template_base_dir` wins over `theme`. */
export const chosenTheme = (values: QueryValues): string | null =>
  values.get("template_base_dir") || values.get("theme") || null;

const richTextFormatFrom = (text: string | undefined): RichTextFormat | null => {
  if (text === undefined) return null;
  const format = richTextFormats.find((candidate) => candidate === text);
  if (format === undefined) {
    throw new QueryError(400, `rich_text_format must be one of ${richTextFormats.join(", ")}`);
  }
  return format;
};
