import { type Element, h } from "#lib/themes/element.ts";
import type { FrameReading, MessagePage } from "#lib/themes/theme.ts";
import { passwordForm } from "./access-form.ts";
import type { Composition } from "./composition.ts";
import { documentOf, linkList, siteLink } from "./document.ts";

export const messagePage = (message: MessagePage, reading: FrameReading, composition: Composition): Element =>
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
        linkList(message.links),
      ),
    },
    reading,
    composition,
  );
