import { certain } from "#lib/certain.ts";
import { parseInstant } from "#lib/instant.ts";
import type { FrontMatterField, LineProblem } from "./front-matter.ts";

/** When the public may see a post, as its front matter says. */
export interface Visibility {
  /** True for a post that is to be hidden in any way, or was public until an instant that is past. */
  readonly isDraft: boolean;
  /** The latest of the instants until which it is to be hidden. */
  readonly publishAt: string | undefined;
  /** Values that cannot be read. */
  readonly problems: readonly KeyProblem[];
  /** Ways to hide a post that the service does not have, so that it is a draft; none for other drafts. */
  readonly hiding: readonly KeyProblem[];
  /** Instants to come until which a post is public; none for drafts. */
  readonly ending: readonly KeyProblem[];
}

interface KeyProblem extends LineProblem {
  readonly key: string;
}

type Value = Pick<FrontMatterField, "text" | "entries">;

interface Said {
  readonly isDraft?: boolean;
  readonly publishAt?: string;
  readonly unreadable?: string;
  /** True for a way to hide the post that the service does not have. */
  readonly isImpossible?: true;
  /** True for a post that is public until an instant to come. */
  readonly isEnding?: true;
}

type Rule = (value: Value, now: number) => Said;

const impossible: Said = { isImpossible: true };

const keptAsDraft =
  "Kept as a draft, because the service does not hide a public post in this way; leave the key out to publish it.";

const unsureTarget =
  "Kept as a draft, because nothing here can tell whether the cascade with this key is meant for the post; " +
  "write the key in the file to publish it.";

const untilNextRun =
  "Only a run of lectern publish after that instant takes the post off the site; nothing does so by itself.";

const draftIf =
  (hiding: boolean): Rule =>
  ({ text }) => {
    const flag = flagIn(text);
    return flag === undefined ? { unreadable: "true or false is required." } : { isDraft: flag === hiding };
  };

const impossibleIf =
  (hiding: boolean): Rule =>
  ({ text }) =>
    flagIn(text) === !hiding ? {} : impossible;

const publishedFrom: Rule = ({ text }) => {
  if (isEmpty(text)) return {};
  const publishAt = instantIn(text ?? "");
  return publishAt === undefined ? { unreadable: instantRequired } : { publishAt };
};

const publishedUntil: Rule = ({ text }, now) => {
  if (isEmpty(text)) return {};
  const end = instantIn(text ?? "");
  if (end === undefined) return { unreadable: instantRequired };
  return Date.parse(end) <= now ? { isDraft: true } : { isEnding: true };
};

/** `published`: true or false for Jekyll, an instant for Hugo. */
const published: Rule = (value, now) => {
  if (flagIn(value.text) !== undefined) return draftIf(false)(value, now);
  const said = isEmpty(value.text) ? {} : publishedFrom(value, now);
  return said.publishAt === undefined ? { unreadable: "true, false or an instant is required." } : said;
};

const anyOf =
  (...harmless: readonly string[]): Rule =>
  ({ text }) =>
    isEmpty(text) || harmless.includes(wordIn(text)) ? {} : impossible;

/** For keys that may mean something else, such as `live: https://pond.example` and `state: Ohio`. */
const impossibleFor =
  (...hiding: readonly string[]): Rule =>
  ({ text }) =>
    text === undefined || hiding.includes(wordIn(text)) ? impossible : {};

/** Hugo's `build: {render: never}`. */
const rendered: Rule = ({ text, entries }) => {
  if (!entries) return isEmpty(text) ? {} : impossible;
  const said = [...entries].filter(([name]) => ["render", "list"].includes(plainKey(name)));
  return said.every(([, text]) => isBuilt(text)) ? {} : impossible;
};

const isBuilt = (text: string): boolean => ["always", "true"].includes(wordIn(text));

const alwaysBuilt: Rule = ({ text }) => (isBuilt(text ?? "") ? {} : impossible);

/** The rules by their keys, in lower case, without `-` and `_`. */
const rules: Readonly<Record<string, Rule>> = {
  ...{ draft: draftIf(true), isdraft: draftIf(true), private: draftIf(true), isprivate: draftIf(true) },
  ...{ published, ispublished: draftIf(false), publish: published, public: draftIf(false) },
  ...{ publishdate: publishedFrom, pubdate: publishedFrom, publisheddate: publishedFrom },
  ...{ publishat: publishedFrom, publishedat: publishedFrom, publishon: publishedFrom },
  ...{ publishedon: publishedFrom, datepublished: publishedFrom, scheduledfor: publishedFrom },
  ...{ expirydate: publishedUntil, unpublishdate: publishedUntil, expirationdate: publishedUntil },
  ...{ expires: publishedUntil, expiresat: publishedUntil, expireson: publishedUntil },
  ...{ unpublishat: publishedUntil, unpublishon: publishedUntil },
  ...{ hidden: impossibleIf(true), unlisted: impossibleIf(true), headless: impossibleIf(true) },
  ...{ eleventyexcludefromcollections: impossibleIf(true) },
  // For Eleventy, a page without an address is not written.
  permalink: ({ text, entries }) => ({ isDraft: !entries && wordIn(text) === "false" }),
  visibility: anyOf("public"),
  status: anyOf("published", "publish", "public", "live"),
  ...{ drafts: impossibleIf(true), archived: impossibleIf(true), protected: impossibleIf(true) },
  ...{ membersonly: impossibleIf(true), live: impossibleFor("false", "no", "off", "n", "0") },
  state: impossibleFor("draft", "drafts", "private", "hidden", "unlisted", "unpublished", "archived"),
  access: anyOf("public", "open", "free", "all", "everyone"),
  password: anyOf("false"),
  ...{ build: rendered, "build.render": alwaysBuilt, "build.list": alwaysBuilt },
};

/**
 * The key as rules have it, however Hugo's authors write it: `expiryDate`, `ExpiryDate` and `expiry_date`.
 */
export const plainKey = (written: string): string => written.toLowerCase().replace(/[-_]/g, "");

export const saysVisibility = (written: string): boolean => Object.hasOwn(rules, plainKey(written));

/** Reads all keys that say who may see a post, and when. What cannot be read never makes a post public. */
export const visibilityIn = (fields: ReadonlyMap<string, FrontMatterField>, now = Date.now()): Visibility => {
  const said = [...fields]
    .filter(([written]) => saysVisibility(written))
    .map(([written, field]) => ({ written, ...field, ...certain(rules[plainKey(written)])(field, now) }));
  const isSaidDraft = said.some((each) => each.isDraft === true && !each.isUnsure);
  const hiding = isSaidDraft ? [] : said.filter((each) => each.isImpossible || each.isDraft);
  const isDraft = isSaidDraft || hiding.length > 0;
  const problemOf = ({ written, line }: (typeof said)[number], message: string): KeyProblem => ({
    ...{ key: written, line },
    message: `${written}: ${message}`,
  });
  return {
    isDraft,
    publishAt: latest(said.map(({ publishAt }) => publishAt)),
    problems: said.flatMap((each) =>
      each.unreadable === undefined ? [] : [problemOf(each, each.unreadable)],
    ),
    hiding: hiding.map((each) => problemOf(each, each.isUnsure ? unsureTarget : keptAsDraft)),
    ending: isDraft ? [] : said.filter((each) => each.isEnding).map((each) => problemOf(each, untilNextRun)),
  };
};

/** The latest of those instants that are known. */
export const latest = (instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

/** Jekyll writes `2026-01-12 10:00:00 +0200`, with a space that ISO 8601 does not have. */
const withoutZoneSpace = (text: string): string => text.replace(/(:\d{2}) +([+-]\d{2}:?\d{2}|Z)$/i, "$1$2");

const instantIn = (text: string): string | undefined => parseInstant(usualInstant(text));

/** An instant as ISO 8601 writes it, where it is written as other tools take it, such as `Jul 08 2022`. */
export const usualInstant = (written: string): string => {
  const text = withoutZoneSpace(written.trim());
  const [, year, month, day, rest = ""] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/.exec(text) ?? [];
  if (year !== undefined)
    return `${year}-${padded(month)}-${padded(day)}${rest.replace(/^ +(?=\d)/, "T").replace(/^T(\d):/, "T0$1:")}`;
  const named =
    /^(?:[a-z]{3,9},? )?(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2}) ([a-z]{3,9})\.?),? (\d{4})(?: (\d{2}:\d{2}(?::\d{2})?)(?: ?(Z|GMT|UTC|[+-]\d{2}:?\d{2}))?)?$/i.exec(
      text,
    );
  if (!named) return text;
  const [, before, dayAfter, dayBefore, after, namedYear, time, zone] = named;
  const index = months.indexOf((before ?? after ?? "").slice(0, 3).toLowerCase()) + 1;
  if (index === 0) return text;
  const clock = time === undefined ? "" : `T${time}${(zone ?? "Z").replace(/^(?:GMT|UTC)$/i, "Z")}`;
  return `${namedYear}-${padded(String(index))}-${padded(dayAfter ?? dayBefore)}${clock}`;
};

const padded = (digits = ""): string => digits.padStart(2, "0");

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const instantRequired = "A day or an instant is required, such as 2030-01-02 or 2030-01-02T08:00Z.";

const wordIn = (text: string | undefined): string => (text ?? "").trim().toLowerCase();

/** False for a map or list, which cannot be read here. */
const isEmpty = (text: string | undefined): boolean =>
  text !== undefined && ["", "~", "null"].includes(wordIn(text));

const flagIn = (text: string | undefined): boolean | undefined => {
  const word = wordIn(text);
  if (["true", "yes", "on", "y", "1"].includes(word)) return true;
  return ["false", "no", "off", "n", "0"].includes(word) ? false : undefined;
};
