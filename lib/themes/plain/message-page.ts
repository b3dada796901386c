import { type Element, h } from "#lib/themes/element.ts";
import type { MessagePage, PasswordForm, Reading } from "#lib/themes/theme.ts";
import { documentOf, siteLink } from "./document.ts";
import { hiddenFields } from "./narrowing.ts";

/** A page with a message, from `html` down. */
export const messagePage = (message: MessagePage, reading: Reading): Element =>
  documentOf(
    message,
    {
      title: `${message.title} — ${message.site.name}`,
      openGraph: {},
      above: [siteLink(message)],
      main: h(
        "div",
        { class: "page" },
        h("header", null, h("h1", null, message.title)),
        h("p", null, message.text),
        message.passwordForm && passwordForm(message.passwordForm),
        links(message),
      ),
    },
    reading,
  );

const passwordForm = ({ address, kept, wasWrong }: PasswordForm): Element =>
  h(
    "form",
    { class: "password", method: "post", action: address },
    wasWrong && h("p", { id: "problem", role: "alert" }, "That was not the password."),
    h(
      "label",
      null,
      h("span", null, "Password"),
      h("input", {
        type: "password",
        name: "password",
        required: true,
        autocomplete: "current-password",
        "aria-invalid": wasWrong ? "true" : undefined,
        "aria-describedby": wasWrong ? "problem" : undefined,
      }),
    ),
    hiddenFields(kept),
    h("button", null, "Show the page"),
  );

const links = ({ links }: MessagePage): Element | null =>
  links.length === 0
    ? null
    : h(
        "ul",
        { class: "links", role: "list" },
        links.map(({ title, url }) => h("li", null, h("a", { href: url }, title))),
      );
