import { type Element, h } from "#lib/themes/element.ts";
import type { MessagePage, Reading } from "#lib/themes/theme.ts";
import { documentOf, siteLink } from "./document.ts";
import { passwordForm } from "./password-form.ts";

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

const links = ({ links }: MessagePage): Element | null =>
  links.length === 0
    ? null
    : h(
        "ul",
        { class: "links", role: "list" },
        links.map(({ title, url }) => h("li", null, h("a", { href: url }, title))),
      );
