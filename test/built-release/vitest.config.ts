import { defineConfig } from "vitest/config";
import { reporters } from "../support/reporters.ts";

/** `npm run test:release`: builds a release, installs each part of it, and uses it from there. */
export default defineConfig({
  test: {
    reporters,
    include: ["test/built-release/installed.test.ts"],
    // An end to what hangs: the service's packages are installed anew.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
