import { moment } from "../shell/times.ts";
import { inZone, ownZone, showSameTime } from "../shell/zones.ts";

/** A time in the site's zone, and in that of the browser where the two differ. */
export const inBothZones = (
  time: string,
  siteZone: string | undefined,
  inOwnZone: (when: string) => string,
): string => {
  const instant = new Date(time);
  if (!siteZone || showSameTime(instant, siteZone, ownZone())) return moment(time);
  return `${inZone(instant, siteZone)}${inOwnZone(moment(time))}`;
};
