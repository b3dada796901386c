import { defineConfig } from "vitest/config";
import suite from "../vitest.config.ts";

/**
 * What `release-before.test.ts` lets run through functions of the release before: the smoke run, and tests
 * that touch many functions in little time. Tests of what the release does otherwise are left out until the
 * next one.
 */
export default defineConfig({
  ...suite,
  test: {
    ...suite.test,
    globalSetup: [],
    include: [
      ...["smoke", "jobs", "comments", "agents", "uploads", "token-exchange"].map(
        (name) => `test/lambda/${name}.test.ts`,
      ),
      ...[
        "administration-manifest",
        "editor/stored-blocks",
        "pages/list-pages",
        "pages/media",
        "revocation",
        "site/kept-parts",
      ].map((name) => `test/api/${name}.test.ts`),
    ],
  },
});
