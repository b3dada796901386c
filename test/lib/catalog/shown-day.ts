/** Zones west and east of UTC, with summer times, and with offsets of halves and quarters of an hour. */
export const timezones = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Mars/Olympus"],
];

/** Around ends of days and months, in some of these zones at least. */
export const edges = [
  ...["2025-01-31T23:59:59.999Z", "2025-02-01T04:59:59.999Z", "2025-02-01T05:00:00.000Z"],
  ...["2025-03-31T21:59:59.999Z", "2025-03-31T22:00:00.000Z", "2025-03-31T18:15:00.000Z"],
  ...["2009-11-01T02:30:30.000Z", "2009-11-01T02:31:00.000Z", "2011-12-30T10:00:00.000Z"],
];

const formats = new Map(
  timezones.map((timezone) => {
    const parts = { era: "short", year: "numeric", month: "2-digit", day: "2-digit" } as const;
    const timeZone = timezone === "Mars/Olympus" ? "UTC" : timezone;
    return [timezone, new Intl.DateTimeFormat("en-US", { ...parts, timeZone })];
  }),
);

/** The day that a calendar in the zone shows, as `YYYY-MM-DD`: a simple model. */
export const shownDay = (instant: string, timezone: string): string => {
  const parts = formats
    .get(timezone)!
    .formatToParts(Date.parse(instant))
    .map(({ type, value }) => [type, value] as const);
  const { era, year, month, day } = Object.fromEntries(parts);
  // The year before 1 has no four digits; there the catalog stays in it.
  if (era === "BC" && year !== "1") return "0000-01-01";
  return `${era === "BC" ? "0000" : year!.padStart(4, "0")}-${month}-${day}`;
};
