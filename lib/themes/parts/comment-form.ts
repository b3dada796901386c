import { type Element, h } from "#lib/themes/element.ts";
import type { CommentForm, CommentInput } from "#lib/themes/theme.ts";
import { hiddenFields } from "./narrowing.ts";

/** The form for a comment. The style sheet hides the field `website`, which only programs fill. */
export const commentForm = (form: CommentForm): Element => {
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
