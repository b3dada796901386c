import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { PostComment, PostPage, Reading } from "#lib/themes/theme.ts";
import { commentForm } from "./comment-form.ts";
import { dayElement } from "./post-parts.ts";

/** The comments on a post, and how to write one; null where there are none and nobody can. */
export const commentSection = (
  { comments, commenting }: Pick<PostPage, "comments" | "commenting">,
  reading: Reading,
): Element | null =>
  comments.length === 0 && !commenting
    ? null
    : h(
        "section",
        { class: "comments", "aria-labelledby": "comments" },
        h("h2", { id: "comments" }, "Comments"),
        commenting?.notice && h("p", { class: "notice", role: "status" }, notices[commenting.notice]),
        comments.length > 0 &&
          h(
            "ol",
            { role: "list" },
            comments.map((comment) => commentItem(comment, reading)),
          ),
        commenting &&
          (commenting.form
            ? commentForm(commenting.form)
            : h(
                "p",
                { class: "links" },
                h("a", { href: commenting.writeUrl, rel: "nofollow" }, "Write a comment"),
              )),
      );

const notices = {
  waiting: "Thank you. Your comment will appear here when somebody has approved it.",
  public: "Thank you for your comment.",
} as const;

const commentItem = (
  { id, author, writtenAt, text, level, answerUrl }: PostComment,
  reading: Reading,
): Element =>
  h(
    "li",
    { id: `comment-${id}`, class: levelClass(level) },
    h("p", { class: "byline" }, h("strong", null, author), dayElement(writtenAt, reading)),
    h("p", { class: "text" }, withLinks(text)),
    answerUrl !== null &&
      h(
        "p",
        { class: "links" },
        h("a", { href: answerUrl, rel: "nofollow", "aria-label": `Answer ${author}` }, "Answer"),
      ),
  );

const levelClass = (level: number): string | undefined => {
  if (level === 1) return undefined;
  return level === 2 ? "answer" : "answer deeper";
};

/** Addresses of pages, without the punctuation that ends a sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Plain text, in which addresses are links that search engines do not count. */
const withLinks = (text: string): readonly Child[] => {
  const parts: Child[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    if (!URL.canParse(url)) continue;
    parts.push(text.slice(end, index), h("a", { href: url, rel: "nofollow ugc" }, url));
    end = index + url.length;
  }
  return [...parts, text.slice(end)];
};
