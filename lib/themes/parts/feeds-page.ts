import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { ButtonForm, OwnAddress, OwnFeed, PodcastFeeds } from "#lib/themes/page-parts.ts";
import type { DatedReading, FeedsPage, FrameReading, NewFeedPage } from "#lib/themes/theme.ts";
import { dayMs, localClock, withinYears } from "#lib/timezone.ts";
import type { Composition } from "./composition.ts";
import { linkList } from "./document.ts";
import { linkLine, servicePageOf } from "./form-page.ts";
import { hiddenFields } from "./narrowing.ts";
import { dayElement } from "./post-parts.ts";

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

/** The page on which people make and revoke feeds of their own (contract#private-feed-page). */
export const feedsPage = (
  { site, isRevoked, problem, podcasts, links }: FeedsPage,
  reading: DatedReading,
  composition: Composition,
): Element =>
  servicePageOf(
    { site, title: "Your podcast feeds" },
    [
      isRevoked && h("p", { class: "notice", role: "status" }, texts.revoked),
      problem !== "" && h("p", { role: "alert" }, problem),
      h("p", null, podcasts.length > 0 ? texts.purpose : texts.none),
      podcasts.map((podcast) => podcastPart(podcast, { ...reading, locale: "en-GB" })),
      linkLine(links),
    ],
    reading,
    composition,
  );

const podcastPart = (
  { podcast, anchor, feeds, more, problem }: PodcastFeeds,
  reading: DatedReading,
): Element =>
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
      : podcast && h("p", null, texts[more]),
  );

const feedLine = ({ formats, madeAt, lastReadOn, revoke }: OwnFeed, id: string, reading: DatedReading) =>
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
const timeOfDay = (instant: string, { timezone }: DatedReading): string => {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) return "";
  const shown = withinYears(localClock(timezone)(withinYears(milliseconds, dayMs)));
  return new Date(shown).toISOString().slice(11, 16);
};

const buttonForm = ({ address, kept }: ButtonForm, button: string): Element =>
  h("form", { method: "post", action: address }, hiddenFields(kept), h("button", null, button));

/** The only page that shows the addresses of a feed. Without script, they are fields to copy from. */
export const newFeedPage = (
  { site, podcast, addresses, apps, feedsUrl }: NewFeedPage,
  reading: FrameReading,
  composition: Composition,
): Element =>
  servicePageOf(
    { site, title: `Your feed of ${podcast.title}` },
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
    ),
    reading,
    composition,
  );

/** The preferred address, and the others for whoever wants them. */
const addressFields = ([first, ...others]: readonly OwnAddress[]): Child =>
  first && [
    addressField(first, "Address of the feed"),
    others.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, `Other audio formats: ${others.map(({ format }) => format).join(", ")}`),
        h("p", null, "One address is enough. The one above is for the format that most apps play."),
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
