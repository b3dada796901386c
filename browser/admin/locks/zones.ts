import { language } from "../texts/index.ts";

const form = { dateStyle: "medium", timeStyle: "short" } as const;

/** A time in the site's zone, and in that of the browser where the two differ. */
export const inBothZones = (
  time: string,
  site: object | null,
  inOwnZone: (when: string) => string,
): string => {
  const { timezone } = (site ?? {}) as { readonly timezone?: string };
  const instant = new Date(time);
  const own = new Intl.DateTimeFormat(language, form).format(instant);
  if (!timezone) return own;
  const there = new Intl.DateTimeFormat(language, { ...form, timeZone: timezone }).format(instant);
  return there === own ? own : `${there} (${timezone})${inOwnZone(own)}`;
};
