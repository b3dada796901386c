import { defineConfig } from "vitest/config";
import { reporters } from "../support/reporters.ts";

/** The tests that need a Chromium or curl: `npm run test:browser`. */
export default defineConfig({
  test: {
    reporters,
    globalSetup: ["test/support/engine.ts"],
    // By default one processor is kept free, which would leave one worker to two processors.
    maxWorkers: "100%",
    include: ["test/browser/**/*.test.ts"],
    // Some look at a screen in eight windows, and machines of CI are busy. Waits within a test end earlier.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
