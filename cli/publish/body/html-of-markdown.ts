import { Marked } from "marked";

const parser = new Marked();

/** Markdown as HTML, with the HTML in it, for what is read as HTML. Nothing of it is safe to show. */
export const htmlOfMarkdown = (markdown: string): string => parser.parse(markdown, { async: false });
