import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { ButtonForm, PageLink } from "#lib/themes/page-parts.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { scopeLabel } from "./consent-page.ts";
import { linkLine } from "./form-page.ts";
import { hiddenFields } from "./narrowing.ts";
import { dayElement } from "./post-parts.ts";

/** The page of agents that may act for somebody (contract#own-agents). */

/** Somebody's own. */
export interface ShownAgents {
  /** True if the access of one has just ended. */
  readonly isEnded: boolean;
  /** True if agents may ask people of the site for access now. */
  readonly isOn: boolean;
  /** The newest first. */
  readonly agents: readonly OwnAgent[];
  /** Other pages of the account. */
  readonly links: readonly PageLink[];
}

export interface OwnAgent {
  /** What it calls itself; empty for nothing. */
  readonly name: string;
  readonly host: string;
  readonly scopes: readonly string[];
  /** Instants, ISO 8601 UTC. */
  readonly allowedAt: string;
  readonly usedAt: string;
  readonly end: ButtonForm;
}

type DayReading = Pick<Reading, "locale" | "timezone">;

const texts = {
  purpose:
    "These programs may act for you on this site, within what you have allowed. Nobody has checked their names. What they save has their name in the history of a post.",
  none: "No program may act for you on this site.",
  off: "Programs cannot connect to this site at the moment, and those that you have allowed can do nothing.",
  ended: "The access has ended. What the program has saved stays.",
} as const;

/** The content of the page. */
export const agentsContent = (
  { isEnded, isOn, agents, links }: ShownAgents,
  { timezone }: Pick<Reading, "timezone">,
): Child =>
  h(
    "div",
    { class: "own" },
    isEnded && h("p", { class: "notice", role: "status" }, texts.ended),
    !isOn && h("p", null, texts.off),
    h("p", null, agents.length > 0 ? texts.purpose : texts.none),
    agents.length > 0 &&
      h(
        "ul",
        { class: "newest", role: "list" },
        agents.map((agent, index) => agentLine(agent, `agent-${index + 1}`, { timezone, locale: "en-GB" })),
      ),
    linkLine(links),
  );

const agentLine = (
  { name, host, scopes, allowedAt, usedAt, end }: OwnAgent,
  id: string,
  reading: DayReading,
): Element =>
  h(
    "li",
    null,
    h("p", { id }, h("strong", null, name === "" ? host : name), name !== "" && ` at ${host}`),
    h(
      "p",
      { class: "byline" },
      h("span", null, ["Read", ...scopes.map((scope) => scopeLabel(scope).toLowerCase())].join(", ")),
      h("span", null, "allowed on ", dayElement(allowedAt, reading)),
      h("span", null, "last connected on ", dayElement(usedAt, reading)),
    ),
    h(
      "form",
      { method: "post", action: end.address },
      hiddenFields(end.kept),
      h("button", { class: "other", "aria-describedby": id }, "End access"),
    ),
  );
