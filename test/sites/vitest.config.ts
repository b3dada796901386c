import { defineConfig } from "vitest/config";
import { reporters } from "../support/reporters.ts";

/** The example sites, built with the real Astro and Eleventy, which it installs: `npm run test:sites`. */
export default defineConfig({
  test: {
    reporters,
    globalSetup: ["test/support/engine.ts", "test/sites/install.ts"],
    include: ["test/sites/**/*.test.ts"],
    // An end to what hangs: the first run installs 365 packages.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
