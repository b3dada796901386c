import { defineConfig } from "vitest/config";

/**
 * What a browser makes of our pages: `npm run test:browser`, apart from the other tests because it takes a
 * Chromium.
 */
export default defineConfig({
  test: {
    globalSetup: ["test/support/engine.ts"],
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
