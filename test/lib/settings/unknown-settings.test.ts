import { expect, test } from "vitest";
import { checkedSettings, unknownSettings } from "#lib/settings/checked-settings.ts";

test("variables that look like settings and are none are named, with the setting that was meant", () => {
  expect(unknownSettings({ SITE_ZEBRAS: "1", SITE_ROBOT: "none", PATH: "/bin", WEBSITE_ROBOT: "1" })).toEqual(
    [
      "SITE_ROBOT is not a setting; docs/settings.md lists them (did you mean SITE_ROBOTS?)",
      "SITE_ZEBRAS is not a setting; docs/settings.md lists them",
    ],
  );
});

test("no setting is unknown", () => {
  const all = Object.fromEntries(checkedSettings.map(({ variable }) => [variable, ""]));
  expect(unknownSettings(all)).toEqual([]);
});
