import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { CommentForm, CommentInput, PostComment } from "#lib/themes/page-parts.ts";
import type { PostPage, Reading } from "#lib/themes/theme.ts";
import { hiddenFields } from "./narrowing.ts";
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

/** The form for a comment. The style sheet hides the field `website`, which only programs fill. */
const commentForm = (form: CommentForm): Element => {
  const { address, answered, problems, kept, cancelUrl } = form;
  return h(
    "form",
    { class: "comment", id: "write-comment", method: "post", action: address },
    h("h3", null, answered === null ? "Write a comment" : `Answer ${answered}`),
    Object.keys(problems).length > 0 &&
      h("p", { class: "problem", role: "alert" }, problems.form ?? "Please look at the marked fields."),
    field("Name", "name", form, (attributes) =>
      h("input", { type: "text", autocomplete: "name", value: form.values.name, ...attributes }),
    ),
    field("E-mail (never shown)", "email", form, (attributes) =>
      h("input", { type: "email", autocomplete: "email", value: form.values.email, ...attributes }),
    ),
    field("Comment", "text", form, (attributes) =>
      h("textarea", { rows: 8, autocomplete: "off", ...attributes }, form.values.text),
    ),
    h(
      "label",
      { class: "website" },
      h("span", null, "Website (please leave this empty)"),
      h("input", { type: "text", name: "website", autocomplete: "off", tabindex: -1 }),
    ),
    hiddenFields(kept),
    h("p", { class: "links" }, h("button", null, "Send"), " ", h("a", { href: cancelUrl }, "Cancel")),
  );
};

type InputAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

const field = (
  label: string,
  name: CommentInput,
  { problems, maxLengths }: CommentForm,
  input: (attributes: InputAttributes) => Element,
): Element => {
  const problem = problems[name];
  const id = `problem-${name}`;
  return h(
    "label",
    null,
    h("span", null, label),
    input({
      name,
      required: true,
      maxlength: maxLengths[name],
      "aria-invalid": problem === undefined ? undefined : "true",
      "aria-describedby": problem === undefined ? undefined : id,
    }),
    problem !== undefined && h("span", { class: "problem", id }, problem),
  );
};
