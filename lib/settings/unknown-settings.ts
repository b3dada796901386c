import { nearestName } from "#lib/nearest-name.ts";
import { checkedSettings } from "./checked-settings.ts";

/** What is said of variables that look like settings, and are none: nothing reads them. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const known = checkedSettings.map(({ variable }) => variable);
  const unknown = Object.keys(environment).filter((name) => /^SITE_/.test(name) && !known.includes(name));
  return unknown.sort().map((name) => {
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
    return `${name} is not a setting; docs/settings.md lists them${hint}`;
  });
};
