import { defineConfig } from "vitest/config";
import suite, { built } from "../../vitest.config.ts";

/** `npm run test:release`: builds and packs what a release has, installs each part, and uses it there. */
export default defineConfig({
  test: {
    ...suite.test,
    include: built,
    exclude: [],
    // An end to what hangs: a release is built, and the service's packages are installed again.
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
  },
});
