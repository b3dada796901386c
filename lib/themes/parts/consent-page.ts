import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { ButtonForm, PageLink } from "#lib/themes/page-parts.ts";
import { linkLine } from "./form-page.ts";
import { hiddenFields } from "./narrowing.ts";

/** The page that asks people whether an agent may act for them (contract#agent-consent). */

/** A scope that the person can allow. */
export interface ScopeChoice {
  readonly value: string;
  /** True if it lets a moderator's agent decide on comments. */
  readonly moderates: boolean;
  readonly isTicked: boolean;
}

/** What an agent asks for, and who asks. */
export interface ShownConsent {
  readonly siteName: string;
  /** The name of the account that would give access. */
  readonly username: string;
  /** What the program calls itself; empty for nothing. */
  readonly clientName: string;
  /** The host that describes the program; null if it has only registered itself. */
  readonly describedBy: string | null;
  /** The host to which the answer leads. */
  readonly host: string;
  /** True if that is the person's own computer. */
  readonly isOwnComputer: boolean;
  readonly scopes: readonly ScopeChoice[];
  readonly form: ButtonForm;
  /** The page that ends access. */
  readonly agentsUrl: string;
}

const labels: Readonly<Record<string, readonly [label: string, help: string]>> = {
  write: [
    "Write",
    "Create and change drafts of posts, episodes and pages, which nobody sees until they are published, and upload media.",
  ],
  publish: ["Publish", "Publish posts, now or at a time, and take them back, for everybody to see."],
  delete: ["Delete", "Put posts into the bin, from which they can be restored for 30 days."],
};

const moderating = " It decides on comments, too, which everybody sees at once.";

/** What people read of a scope. */
export const scopeLabel = (scope: string): string => labels[scope]?.[0] ?? scope;

/** The content of the page. */
export const consentContent = (consent: ShownConsent): Child => {
  const { siteName, username, clientName, scopes, form, agentsUrl } = consent;
  return h(
    "div",
    { class: "own" },
    h(
      "p",
      null,
      clientName === ""
        ? "A program without a name"
        : ["A program that calls itself ", h("strong", null, clientName)],
      ` asks to act on ${siteName} as you, `,
      h("strong", null, username),
      clientName === "" ? "." : ". Nobody has checked that name.",
    ),
    h("p", { class: "notice" }, destination(consent)),
    h(
      "form",
      { class: "consent", method: "post", action: form.address },
      hiddenFields(form.kept),
      h(
        "fieldset",
        null,
        h("legend", null, "It may"),
        h(
          "p",
          null,
          "Read what you can read in the editor: drafts, tags and lists of media. This comes with any access.",
        ),
        scopes.map(scopeChoice),
      ),
      h("button", { name: "decision", value: "allow" }, "Allow"),
      h("button", { class: "other", name: "decision", value: "refuse" }, "Refuse"),
    ),
    h(
      "p",
      null,
      "It never gets more rights than you have. It ends by itself after 30 days without use, and after a year. You can end it at any time, on the page of ",
      h("a", { href: agentsUrl }, "programs with access"),
      ".",
    ),
  );
};

const destination = ({ host, isOwnComputer, describedBy }: ShownConsent): Child =>
  isOwnComputer
    ? [
        "The access goes to a program on the computer in front of you (",
        h("strong", null, host),
        "). Allow it only if you have just started this there.",
      ]
    : [
        "The access goes to ",
        h("strong", null, host),
        describedBy !== null &&
          describedBy !== host && [", and the program is described at ", h("strong", null, describedBy)],
        ". Allow it only if you know who that is, and have just asked for this there.",
      ];

const scopeChoice = ({ value, moderates, isTicked }: ScopeChoice): Element => {
  const [label, help] = labels[value] ?? [value, ""];
  return h(
    "label",
    null,
    h("input", { type: "checkbox", name: "scope", value, checked: isTicked }),
    h("span", null, label),
    h("small", null, help, moderates && moderating),
  );
};

/** A request for access that cannot be granted. */
export interface ShownWrongRequest {
  readonly problem: string;
  /** Back to the program, if it is known where that is. */
  readonly links: readonly PageLink[];
}

export const wrongRequestContent = ({ problem, links }: ShownWrongRequest): Child =>
  h(
    "div",
    { class: "own" },
    h("p", { role: "alert" }, problem),
    h("p", null, "Nothing was allowed. You can close this page."),
    linkLine(links),
  );
