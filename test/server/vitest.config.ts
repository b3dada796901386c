import { defineConfig } from "vitest/config";
import { reporters } from "../support/reporters.ts";

/** `npm run test:server`: one machine as a server (docs/server.md), with programs of Debian. */
export default defineConfig({
  test: {
    reporters,
    include: ["test/server/**/*.test.ts"],
    // An end to what hangs: an image installs its packages, and files of more than a gigabyte are sent.
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
