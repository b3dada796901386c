import { expect, test } from "vitest";
import { adminScreens, openScreen, useEveryScreen } from "./admin-screens.ts";
import { walk } from "./by-keys.ts";

const { site, ids } = useEveryScreen();

test.each(adminScreens)(
  "Tab leads to everything on $name, in order, and one sees where one is",
  async (screen) => {
    const page = await site.tabOf("grace");
    await openScreen(page, screen, ids);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForLoadState("networkidle");
      const { met, faults } = await walk(page);
      expect({ width, faults }).toEqual({ width, faults: [] });
      expect(met.length).toBeGreaterThan(1);
    }
    await page.context().close();
  },
);
