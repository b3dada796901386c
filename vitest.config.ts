import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/support/engine.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
