import type { CalloutKind, CalloutValue } from "#lib/blocks/ready/callout-block.ts";
import { type Element, h, withHtml } from "#lib/themes/element.ts";
import { lineHtml, richText } from "#lib/themes/parts/text.ts";
import type { Reading } from "#lib/themes/theme.ts";

const kindNames: Readonly<Record<CalloutKind, string>> = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  caution: "Caution",
};

/** A callout, which everybody who reads or hears it can tell from the text around it. */
export const calloutElement = ({ kind, title, text }: CalloutValue, reading: Reading): Element =>
  h(
    "aside",
    { class: `callout ${kind}`, role: "note", "aria-label": title === "" ? undefined : kindNames[kind] },
    title === ""
      ? h("p", { class: "title" }, kindNames[kind])
      : withHtml("p", { class: "title" }, lineHtml(title, reading)),
    richText(text, reading),
  );
