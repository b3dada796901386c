import * as z from "zod";
import { parseInstant } from "#lib/instant.ts";
import { chapterSeconds, secondsOrTime } from "#lib/media/chapters.ts";
import { thousandths } from "#lib/media/focal-point.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { aliasPattern, keyOfAlias, maxAliasBytes } from "#lib/pages/addresses.ts";
import { type PodcastCategory, podcastCategories } from "#lib/pages/podcast.ts";
import { comparedSlug, isSlug, maxTitleLength, slugPattern } from "#lib/pages/slug.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import { isTimezone, timezoneNames } from "#lib/timezone.ts";

/** The types of a manifest's fields. Their errors say what was expected. */

type Check<Value> = (text: string, expected: Expected) => Value;

/** Refuses a text; `invalid` unless there is a better code. */
type Expected = (what: string, code?: ProblemCode) => never;

/** A string with its own check, and its description for editors. */
const field = <Value>(description: Readonly<Record<string, unknown>>, check: Check<Value>) =>
  z
    .string()
    .transform((text, context): Value => {
      const expected: Expected = (what, code = "invalid") => {
        context.addIssue({ code: "custom", message: `expected ${what}`, params: { code } });
        return z.NEVER;
      };
      const plainText = "text without null characters and half surrogate pairs";
      if (text.includes("\0")) return expected(plainText, "null_characters_not_allowed");
      if (!text.isWellFormed()) return expected(plainText);
      return check(text, expected);
    })
    .meta(description);

/** What a text may be. `max` counts code points. */
interface TextRules {
  readonly max?: number;
  readonly blank?: boolean;
}

/** Trimmed; not blank unless the rules allow it. */
export const text = ({ max, blank = false }: TextRules = {}) =>
  field({ ...(max && { maxLength: max }), ...(!blank && { minLength: 1 }) }, (given, expected) => {
    const trimmed = given.trim();
    if (trimmed === "" && !blank) return expected("text that is not blank", "blank");
    if (max !== undefined && [...trimmed].length > max)
      return expected(`at most ${max} characters`, "max_length");
    return trimmed;
  });

export const verbatim = () => field({}, (given) => given);

export const title = () => text({ max: maxTitleLength });

/** A slug: letters, digits, `_` and `-`; case counts. */
export const slug = () =>
  field({ maxLength: maxTitleLength, pattern: slugPattern() }, (given, expected) => {
    const written = comparedSlug(given);
    const slug = `at most ${maxTitleLength} letters, digits, "_" and "-"`;
    if (written === "") return expected(slug, "blank");
    if (!isSlug(written)) return expected(slug);
    return [...written].length <= maxTitleLength ? written : expected(slug, "max_length");
  });

/** An instant, ISO 8601; a missing time is midnight, a missing offset UTC. */
export const instant = () =>
  field(
    { format: "date-time" },
    (given, expected) =>
      parseInstant(given.trim()) ?? expected("a date and time such as 2026-01-02T03:04:05Z"),
  );

const longTime = /^\d\d:\d\d:\d\d(\.\d{1,3})?$/;

/** Where a chapter begins, in seconds. */
export const chapterStart = () =>
  field({ pattern: longTime.source }, (given, expected) => {
    const seconds = longTime.test(given) ? chapterSeconds(given) : undefined;
    return seconds ?? expected("a time such as 00:12:30.500, below 24 hours");
  });

/** Seconds to the millisecond, from a number or a time; `isPositive` refuses 0. */
export const secondsOrTimeField = ({ isPositive = false } = {}) =>
  z
    .unknown()
    .transform((given, context): number => {
      const isSaid = typeof given === "number" || typeof given === "string";
      const seconds = isSaid ? secondsOrTime(String(given).trim()) : undefined;
      if (seconds !== undefined && (seconds > 0 || !isPositive)) return seconds;
      const expected = isPositive && seconds === 0 ? "more than 0 seconds" : timeOrSeconds;
      const code = given === undefined ? "required" : seconds === 0 ? "min_value" : "invalid";
      const message = `${given === undefined ? "is required: " : ""}expected ${expected}`;
      context.addIssue({ code: "custom", message, params: { code } });
      return z.NEVER;
    })
    .meta({ type: ["number", "string"], description: "Seconds, or a time such as 1:02:03.45." });

const timeOrSeconds = "seconds, or a time such as 1:02:03.45, below 24 hours";

/** A number from 0 to 1, rounded to thousandths. */
export const fraction = () => z.number().min(0).max(1).transform(thousandths);

/** An address of the web, or, if that may be blank, empty. */
export const webAddress = ({ blank = true } = {}) =>
  field({ pattern: blank ? "^(https?://.*)?$" : "^https?://" }, (given, expected) => {
    const address = given.trim();
    return (blank && address === "") || isWebAddress(address)
      ? address
      : expected("an address that begins with https:// or http://");
  });

/** The address of a WebSub hub, which feeds show: https, and for trying it out http on this machine. */
export const hubAddress = () =>
  field({ format: "uri", pattern: "^https?://" }, (given, expected) => {
    const address = given.trim();
    const url = isWebAddress(address) ? new URL(address) : undefined;
    const isAllowed = url?.protocol === "https:" || (url && isLoopback(url.hostname));
    return isAllowed && url && !url.username && !url.password
      ? address
      : expected("an address such as https://hub.example/, without a user name");
  });

/** Where a link of the site leads: a path within it, or an address of the web. */
export const siteLinkTarget = () =>
  field({ pattern: "^(/|https?://)" }, (given, expected) => {
    const target = given.trim();
    return /^\/(?![/\\])/.test(target) || isWebAddress(target)
      ? target
      : expected("a path such as /notes/, or an address that begins with https:// or http://");
  });

/** The name of a host on the internet, in lower case. */
export const hostName = () =>
  field({ maxLength: 253, examples: ["youtube.com", "video.example"] }, (given, expected) => {
    const name = given.trim().toLowerCase();
    const isName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(name);
    return isName && name.length <= 253 ? name : expected("the name of a host such as youtube.com");
  });

export const languageTag = () =>
  field({ maxLength: 35 }, (given, expected) => {
    try {
      return new Intl.Locale(given.trim()).toString();
    } catch {
      return expected("a language tag such as en or en-GB");
    }
  });

export const timezone = () =>
  field({ examples: ["UTC", "Europe/Berlin", "America/New_York"] }, (given, expected) => {
    const name = given.trim();
    if (isTimezone(name)) return name;
    const nearest = nearestName(name, timezoneNames()) ?? "Europe/Berlin";
    return expected(`the name of a time zone such as ${nearest}`);
  });

export const uuid = () =>
  field({ format: "uuid" }, (given, expected) => {
    const text = given.trim().toLowerCase();
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
      ? text
      : expected("a UUID such as 917393e3-1b1e-5cef-ace4-edaa54e1f810");
  });

export const emailAddress = () =>
  field({ format: "email" }, (given, expected) => {
    const address = given.trim();
    return z.email().safeParse(address).success
      ? address
      : expected("an e-mail address such as ada@notes.example");
  });

/** A category of podcasts such as `Arts`, or `Science > Nature` for one below another. */
export const podcastCategory = () =>
  field({ enum: categoryNames }, (given, expected): PodcastCategory => {
    const [name = "", subcategory = null] = given.split(">").map((word) => word.trim());
    const known = categoryNames.includes(subcategory === null ? name : `${name} > ${subcategory}`);
    if (known) return { name, subcategory };
    const below = Object.hasOwn(podcastCategories, name) ? podcastCategories[name] : undefined;
    return below
      ? expected(`one of ${below.map((each) => `${name} > ${each}`).join(", ")}`, "invalid_choice")
      : expected(`one of ${Object.keys(podcastCategories).join(", ")}`, "invalid_choice");
  });

const categoryNames = Object.entries(podcastCategories).flatMap(([name, below]) => [
  name,
  ...below.map((each) => `${name} > ${each}`),
]);

/** The address of the site: an origin without path. */
export const origin = () =>
  field({ format: "uri" }, (given, expected) => {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    const isOrigin =
      url &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === "/" &&
      !url.search &&
      !url.hash &&
      !url.username;
    return isOrigin ? url.origin : expected("an address such as https://notes.example, without a path");
  });

/** The path of a page from the root, such as `/home/notes`, without trailing slash; `/` is the root. */
export const pagePath = () =>
  field({ pattern: "^/" }, (given, expected) => {
    const path = given.replace(/(.)\/$/, "$1");
    return path === "/" || /^(\/[^/]+)+$/.test(path) ? path : expected("a page's path such as /home/notes");
  });

/** A path of the site at which no page needs to be, such as `/2019/low-water.html`. */
export const sitePath = () =>
  field({ pattern: aliasPattern() }, (given, expected) => {
    const path = given.trim().normalize("NFC");
    if (keyOfAlias(path)) return path;
    if (Buffer.byteLength(path) > maxAliasBytes)
      return expected(`a path of at most ${maxAliasBytes} bytes`, "max_length");
    return expected("a path of the site such as /2019/low-water/, outside the service's own addresses");
  });

/** The path of a media collection, such as `Root/Shows`. */
export const collectionPath = () =>
  field({ pattern: "^Root(/|$)" }, (given, expected) =>
    /^Root(\/[^/]*[^/\s][^/]*)*$/.test(given) ? given : expected("a collection's path such as Root/Shows"),
  );

/** A password or secret as it stands, or `env:NAME` for the value of an environment variable. */
export const secret = () =>
  field({ minLength: 1 }, (given, expected) =>
    given === "" ? expected("text that is not empty", "blank") : given,
  );
