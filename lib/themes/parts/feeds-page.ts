import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { ButtonForm, PageLink } from "#lib/themes/page-parts.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { dayMs, localClock, withinYears } from "#lib/timezone.ts";
import { linkList } from "./document.ts";
import { linkLine } from "./form-page.ts";
import { hiddenFields } from "./narrowing.ts";
import { dayElement } from "./post-parts.ts";

/** The page of private feeds (contract#private-feed-page). Only the functions that show it have its texts. */

/** Somebody's own feeds. */
export interface ShownFeeds {
  /** True if a feed has just been revoked. */
  readonly isRevoked: boolean;
  /** A problem that is of none of these podcasts; empty for none. */
  readonly problem: string;
  readonly podcasts: readonly PodcastFeeds[];
  /** Other pages of the account. */
  readonly links: readonly PageLink[];
}

/** Somebody's own feeds of a podcast. */
export interface PodcastFeeds {
  /** Null if the person may not see it now. */
  readonly podcast: PageLink | null;
  /** The id of this part of the page. */
  readonly anchor: string;
  /** The oldest first. */
  readonly feeds: readonly OwnFeed[];
  /** Makes a further one, unless the podcast needs none, or the person has as many as there may be. */
  readonly more: ButtonForm | "needless" | "full";
  /** The problem of the last attempt; empty for none. */
  readonly problem: string;
}

export interface OwnFeed {
  /** The audio formats that it has an address for; empty if the podcast cannot be seen now. */
  readonly formats: readonly string[];
  /** An instant, ISO 8601 UTC. */
  readonly madeAt: string;
  /** A day (UTC); null for never. */
  readonly lastReadOn: string | null;
  readonly revoke: ButtonForm;
}

/** An address of a feed for one person. */
export interface OwnAddress {
  /** The audio format. */
  readonly format: string;
  readonly url: string;
}

/** A new feed. */
export interface ShownNewFeed {
  /** The preferred one first. */
  readonly addresses: readonly OwnAddress[];
  /** The addresses by which apps open the feed. */
  readonly apps: readonly PageLink[];
  /** The page of all feeds. */
  readonly feedsUrl: string;
}

type DayReading = Pick<Reading, "locale" | "timezone">;

/** What a person has to know before they make a feed, and before they revoke one. */
const texts = {
  purpose:
    "Not everybody may hear these podcasts, and podcast apps cannot sign in. So you get an address of your own here: paste it into your app. Whoever has it can listen as you can, so keep it to yourself.",
  none: "No podcast here needs an address of your own. Those that everybody may hear have theirs on their own pages.",
  revoked:
    "The feed is revoked: its address no longer works. An audio file whose own address an app already has can be fetched for up to an hour after the app got it.",
  revoking:
    "The address of this feed stops working at once, in every app that has it, and cannot come back. An audio file whose own address an app already has can still be fetched for up to an hour.",
  hidden:
    "You may not hear this podcast at the moment, so your feeds of it do not work. They do again when you may.",
  needless:
    "Everybody may hear all of this podcast now, so no further feeds are needed. Those that you have still work.",
  full: "You have as many feeds of this podcast as a person may have. Revoke one to make another.",
} as const;

/** The content of the page on which people make and revoke feeds of their own. */
export const feedsContent = (
  { isRevoked, problem, podcasts, links }: ShownFeeds,
  { timezone }: Pick<Reading, "timezone">,
): Child => [
  isRevoked && h("p", { class: "notice", role: "status" }, texts.revoked),
  problem !== "" && h("p", { role: "alert" }, problem),
  h("p", null, podcasts.length > 0 ? texts.purpose : texts.none),
  podcasts.map((podcast) => podcastPart(podcast, { timezone, locale: "en-GB" })),
  linkLine(links),
];

const podcastPart = ({ podcast, anchor, feeds, more, problem }: PodcastFeeds, reading: DayReading): Element =>
  h(
    "section",
    { class: "own", id: anchor },
    h("h2", null, podcast ? h("a", { href: podcast.url }, podcast.title) : "A podcast that you may not hear"),
    !podcast && h("p", null, texts.hidden),
    feeds.length > 0 &&
      h(
        "ul",
        { class: "newest", role: "list" },
        feeds.map((feed, index) => feedLine(feed, `${anchor}-${index + 1}`, reading)),
      ),
    problem !== "" && h("p", { role: "alert" }, problem),
    typeof more === "object"
      ? buttonForm(more, feeds.length > 0 ? "Make another feed" : "Make a feed")
      : podcast && (problem === "" || more === "needless") && h("p", null, texts[more]),
  );

const feedLine = ({ formats, madeAt, lastReadOn, revoke }: OwnFeed, id: string, reading: DayReading) =>
  h(
    "li",
    null,
    h(
      "p",
      { class: "byline", id },
      formats.length > 0 && h("span", null, formats.join(", ")),
      h("span", null, "Made on ", dayElement(madeAt, reading), ` at ${timeOfDay(madeAt, reading)}`),
      lastReadOn === null
        ? h("span", null, "not read yet")
        : h("span", null, "last read on ", dayElement(lastReadOn, reading)),
    ),
    h(
      "details",
      null,
      h("summary", { "aria-describedby": id }, "Revoke"),
      h("p", null, texts.revoking),
      buttonForm(revoke, "Revoke this feed"),
    ),
  );

/** The time of day of an instant, as the site's clocks show it: `09:05`; empty where it is not an instant. */
const timeOfDay = (instant: string, { timezone }: DayReading): string => {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) return "";
  const shown = withinYears(localClock(timezone)(withinYears(milliseconds, dayMs)));
  return new Date(shown).toISOString().slice(11, 16);
};

const buttonForm = ({ address, kept }: ButtonForm, button: string): Element =>
  h("form", { method: "post", action: address }, hiddenFields(kept), h("button", null, button));

/** The content of the only page with the addresses of a feed: without script, fields to copy from. */
export const newFeedContent = ({ addresses, apps, feedsUrl }: ShownNewFeed): Child =>
  h(
    "div",
    { class: "own" },
    h(
      "p",
      { class: "notice", role: "status" },
      "The feed is made. Copy its address now: it is not shown again.",
    ),
    addressFields(addresses),
    h(
      "p",
      null,
      "Paste it into your podcast app, where the app adds a podcast by its address (or URL). Whoever has the address can listen as you can, so keep it to yourself. If others get to know it, revoke the feed.",
    ),
    h("p", null, "Or open it in an app on this device:"),
    linkList(apps),
    linkLine([{ title: "All your feeds", url: feedsUrl }]),
  );

/** The preferred address, and the others for whoever wants them. */
const addressFields = ([first, ...others]: readonly OwnAddress[]): Child =>
  first && [
    addressField(first, "Address of the feed"),
    others.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, `By audio format: ${others.map(({ format }) => format).join(", ")}`),
        h(
          "p",
          null,
          "One address is enough. The one above has all episodes, each in the format that most apps play.",
        ),
        others.map((address) => addressField(address, `Address for ${address.format}`)),
      ),
  ];

const addressField = ({ url }: OwnAddress, label: string): Element =>
  h(
    "label",
    null,
    h("span", null, label),
    h("textarea", { readonly: true, rows: 3, spellcheck: "false", autocomplete: "off" }, url),
  );
