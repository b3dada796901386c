import { type Element, h } from "#lib/themes/element.ts";
import type { PostComment, Reading } from "#lib/themes/theme.ts";
import { dayElement } from "./post-parts.ts";

/** The comments on a post; null where there are none. */
export const commentList = (comments: readonly PostComment[], { locale }: Reading): Element | null =>
  comments.length === 0
    ? null
    : h(
        "section",
        { class: "comments", "aria-labelledby": "comments" },
        h("h2", { id: "comments" }, "Comments"),
        h(
          "ol",
          { role: "list" },
          comments.map((comment) => commentItem(comment, locale)),
        ),
      );

const commentItem = ({ author, writtenAt, text, isAnswer }: PostComment, locale: string): Element =>
  h(
    "li",
    { class: isAnswer ? "answer" : undefined },
    h("p", { class: "byline" }, h("strong", null, author), dayElement(writtenAt, locale)),
    h("p", { class: "text" }, text),
  );
