import { defineConfig } from "vitest/config";

/** The tests that need a Chromium: `npm run test:browser`. */
export default defineConfig({
  test: {
    globalSetup: ["test/support/engine.ts"],
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
