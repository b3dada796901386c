// Proves contract rules: days-and-months.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTimezone, localClock, timezoneNames } from "#lib/timezone.ts";

const shown = (timezone: string, instant: string): string =>
  new Date(localClock(timezone)(Date.parse(instant))).toISOString().replace(".000Z", "");

describe("a clock", () => {
  test.each([
    ["UTC", "2026-07-01T12:00:00Z", "2026-07-01T12:00:00"],
    ["Europe/Berlin", "2026-01-01T12:00:00Z", "2026-01-01T13:00:00"],
    ["Europe/Berlin", "2026-07-01T12:00:00Z", "2026-07-01T14:00:00"],
    // Summer time begins, and ends.
    ["Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00"],
    ["Europe/Berlin", "2026-10-25T00:59:59Z", "2026-10-25T02:59:59"],
    ["Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00"],
    // Offsets of halves and quarters of hours.
    ["Asia/Kolkata", "2026-07-01T18:30:00Z", "2026-07-02T00:00:00"],
    ["Asia/Kathmandu", "2026-07-01T18:15:00Z", "2026-07-02T00:00:00"],
    ["Australia/Lord_Howe", "2026-07-01T13:30:00Z", "2026-07-02T00:00:00"],
    ["Australia/Lord_Howe", "2026-01-01T13:00:00Z", "2026-01-02T00:00:00"],
    // Here the first of November began, ended after a minute, and began again.
    ["America/St_Johns", "2009-11-01T02:30:30Z", "2009-11-01T00:00:30"],
    ["America/St_Johns", "2009-11-01T02:31:00Z", "2009-10-31T23:01:00"],
    // Samoa has had no 30 December 2011.
    ["Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59"],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00"],
    // A summer time of a week.
    ["America/Recife", "2000-10-08T02:59:59Z", "2000-10-07T23:59:59"],
    ["America/Recife", "2000-10-10T00:00:00Z", "2000-10-09T22:00:00"],
    ["America/Recife", "2000-10-15T02:00:00Z", "2000-10-14T23:00:00"],
    // Before there were zones, offsets had seconds.
    ["America/New_York", "1850-01-01T00:00:00Z", "1849-12-31T19:03:58"],
    ["Mars/Olympus", "2026-07-01T12:00:00Z", "2026-07-01T12:00:00"],
  ])("in %s shows at %s the time %s", (timezone, instant, time) => {
    expect(shown(timezone, instant)).toBe(time);
  });

  test("shows in every zone and year what Intl says", () => {
    const zones = timezoneNames();
    const clocks = new Map(zones.map((zone) => [zone, localClock(zone)]));
    const instants = fc.integer({ min: Date.UTC(1880, 0) / 1000, max: Date.UTC(2060, 0) / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.array(instants, { size: "large" }), (zone, seconds) => {
        const format = new Intl.DateTimeFormat("en-US", { ...allParts, timeZone: zone });
        for (const second of seconds)
          expect(clocks.get(zone)!(second * 1000)).toBe(timeIn(format, second * 1000));
      }),
      { numRuns: 100 },
    );
  });
});

const allParts = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const satisfies Intl.DateTimeFormatOptions;

const timeIn = (format: Intl.DateTimeFormat, instantMs: number): number => {
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day] = [parts.get("year")!, parts.get("month")!, parts.get("day")!];
  return Date.UTC(year, month - 1, day, parts.get("hour"), parts.get("minute"), parts.get("second"));
};

test.each([
  ["UTC", true],
  ["Europe/Kyiv", true],
  ["europe/berlin", true],
  ["Asia/Calcutta", true],
  ["Mars/Olympus", false],
  ["+02:00", false],
  ["", false],
])("%j is the name of a zone: %s", (name, isOne) => {
  expect(isTimezone(name)).toBe(isOne);
});
