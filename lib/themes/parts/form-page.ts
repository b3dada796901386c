import { type Element, h } from "#lib/themes/element.ts";
import type { AccessForm, FigureTable, FormSection, PageLink, PasswordForm } from "#lib/themes/page-parts.ts";
import type { AccountPage, FormPage, FrameReading, MessagePage, ObjectPage } from "#lib/themes/theme.ts";
import type { Composition } from "./composition.ts";
import { documentOf, linkList, siteLink } from "./document.ts";
import { hiddenFields } from "./narrowing.ts";

export const formPage = (
  { site, title, text, form, more, links = [] }: FormPage,
  reading: FrameReading,
  composition: Composition,
): Element =>
  accountPage(
    {
      ...{ site, title },
      content: [
        text !== "" && h("p", { role: "status" }, text),
        linkLine(links),
        accessForm(form),
        more && section(more),
      ],
    },
    reading,
    composition,
  );

/** Links to other pages of the account; null for none. */
export const linkLine = (links: readonly PageLink[]): Element | null =>
  links.length === 0
    ? null
    : h(
        "p",
        { class: "links" },
        links.map(({ title, url }) => h("a", { href: url }, title)),
      );

/** A page with this below its title. It is in English. */
export const accountPage = (
  { site, title, content, extras = [] }: Omit<AccountPage, "site"> & Pick<FormPage, "site">,
  { fileUrl }: FrameReading,
  composition: Composition,
): Element =>
  documentOf(
    { site, description: "", isIndexed: false, url: null, feeds: [], share: null, extras },
    {
      title: site ? `${title} — ${site.name}` : title,
      openGraph: {},
      above: site ? [siteLink({ site })] : [],
      main: h("div", { class: "page" }, h("header", null, h("h1", null, title)), content),
      footer: site && h("a", { href: site.url }, `← ${site.name}`),
    },
    { locale: "en", fileUrl },
    composition,
  );

const section = ({ title, list, form }: FormSection): Element =>
  h(
    "section",
    null,
    h("h2", null, title),
    list.length > 0 &&
      h(
        "ul",
        null,
        list.map(({ text, form: own }, index) => h("li", null, text, own && accessForm(own, index + 3))),
      ),
    accessForm(form, 2),
  );

/** The form. A page with several forms numbers them, so that their ids differ. */
const accessForm = (
  { address, problem, wrong, inputs, choices, hidden, button }: AccessForm,
  number = 1,
): Element => {
  const id = `problem-${number}`;
  const marks = { "aria-invalid": "true", "aria-describedby": id };
  return h(
    "form",
    { class: "password", method: "post", action: address },
    problem !== "" && h("p", { id, role: "alert" }, problem),
    inputs.map(({ label, ...input }) =>
      h(
        "label",
        null,
        h("span", null, label),
        h("input", {
          ...input,
          required: input.required ?? true,
          ...(problem !== "" && wrong?.includes(input.name) !== false && marks),
        }),
      ),
    ),
    choices,
    hiddenFields(hidden),
    h("button", null, button),
  );
};

const password = {
  type: "password",
  name: "password",
  label: "Password",
  autocomplete: "current-password",
} as const;

/** A form for a password. A page with several forms numbers them, so that their ids differ. */
export const passwordForm = ({ wasWrong, kept, ...form }: PasswordForm, number = 1): Element =>
  accessForm(
    {
      ...form,
      hidden: kept,
      problem: wasWrong ? "Wrong password. Please try again." : "",
      inputs: [password],
    },
    number,
  );

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

export const objectPage = (page: ObjectPage, reading: FrameReading, composition: Composition): Element =>
  documentOf(
    page,
    {
      title: `${page.title} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page)],
      main: h(
        "div",
        { class: "page" },
        h("header", null, h("h1", null, page.title)),
        h(
          "table",
          null,
          page.facts.map(({ name, text }) =>
            h("tr", null, h("th", { scope: "row" }, name), h("td", null, text)),
          ),
        ),
        linkList(page.links),
        (page.figures ?? []).map(figureTable),
      ),
    },
    reading,
    composition,
  );

const barLength = 160;

const figureTable = ({ title, rows }: FigureTable): Element => {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return h(
    "section",
    null,
    h("h2", { class: "label" }, title),
    h(
      "table",
      null,
      rows.map(({ name, url, count }) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, url === null ? name : h("a", { href: url }, name)),
          h("td", null, String(count)),
          h("td", null, bar((count / most) * barLength)),
        ),
      ),
    ),
  );
};

const bar = (length: number): Element =>
  h(
    "svg",
    { width: barLength, height: 12, "aria-hidden": "true" },
    h("rect", { width: Math.round(length), height: 12, fill: "currentColor", opacity: 0.5 }),
  );
