// Proves contract rules: days-and-months.

import { expect, test } from "vitest";
import { monthText, monthWith, VisibleDays } from "#lib/catalog/pages/days.ts";
import { dayInWords } from "#lib/themes/parts/times.ts";

test.each([
  ["9999-12-31T23:59:59Z", "Europe/Berlin", "31 December 9999", "9999-12"],
  ["9999-12-31T23:59:59Z", "Pacific/Kiritimati", "31 December 9999", "9999-12"],
  ["9999-12-31T03:00:00Z", "America/New_York", "30 December 9999", "9999-12"],
  ["2026-01-31T23:30:00Z", "Europe/Berlin", "1 February 2026", "2026-02"],
])("%s in %s is shown on the day that filters count", (instant, timezone, day, month) => {
  const days = new VisibleDays(() => Date.parse(instant)).in(timezone, 1);
  expect([dayInWords(instant, { locale: "en-GB", timezone }), monthText(monthWith(days[0]!))]).toEqual([
    day,
    month,
  ]);
});

test("the last instant that there is has a day", () => {
  const last = new Date(8.64e15).toISOString();
  expect(dayInWords(last, { locale: "en-GB", timezone: "Europe/Berlin" })).toBe("31 December 9999");
});
