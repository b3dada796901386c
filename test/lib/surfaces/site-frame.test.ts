// Proves contract rules: site-frame.

import { describe, expect, test } from "vitest";
import { lookupIn } from "#lib/media/references.ts";
import { emptySite } from "#lib/site/site.ts";
import { siteFrame } from "#lib/surfaces/html/site-frame.ts";
import { imageWith } from "#test/support/media-objects.ts";

const { settings } = emptySite;
const heron = imageWith({ id: 17 });

describe("what pages show of the site", () => {
  test("has no picture that the reader may not see, or that is gone", () => {
    const named = { ...settings, logo: 17, favicon: 18 };
    expect(siteFrame(named, lookupIn([heron]), null)).toMatchObject({ logo: heron, favicon: null });
    expect(siteFrame(named, lookupIn([]), null)).toMatchObject({ logo: null, favicon: null });
  });

  test("marks the link to the page itself", () => {
    const navigation = [
      { title: "Notes", url: "/notes/" },
      { title: "Calls", url: "/calls/" },
    ];
    const frame = siteFrame({ ...settings, navigation }, lookupIn([]), "/calls/");
    expect(frame.navigation.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test.each([["javascript:alert(1)"], ["//elsewhere.example"], ["/\\elsewhere.example"], ["notes/"], [""]])(
    "leaves out the stored address %j, which no manifest could give",
    (url) => {
      const links = [{ title: "A link", url }];
      const frame = siteFrame({ ...settings, navigation: links, socialLinks: links }, lookupIn([]), null);
      expect([frame.navigation, frame.socialLinks]).toEqual([[], []]);
    },
  );
});
