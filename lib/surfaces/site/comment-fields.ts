import type { CommentFields } from "#lib/pages/written-comment.ts";

/** The fields of a sent form; what is missing or no text is empty. */
export const commentFields = (body: Readonly<Record<string, unknown>>): CommentFields => ({
  name: textIn(body.name),
  email: textIn(body.email),
  text: textIn(body.text),
  answers: textIn(body.answers),
  website: textIn(body.website),
  opened: textIn(body.opened),
});

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
