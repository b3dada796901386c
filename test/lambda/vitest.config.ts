import { join } from "node:path";
import { defineConfig } from "vitest/config";
import suite from "../../vitest.config.ts";
import { filesOverHttp } from "./files-over-http.ts";

/** The bundles as AWS runs them: `npm run test:lambda` (README.md). */
export default defineConfig({
  test: {
    ...suite.test,
    globalSetup: ["test/lambda/start.ts"],
    setupFiles: ["test/support/shared-worker.ts", "test/lambda/no-findings.ts"],
    include: ["test/lambda/**/*.test.ts", ...filesOverHttp()],
    exclude: [],
    // Tests follow addresses that name AWS.
    execArgv: ["--import", join(import.meta.dirname, "runtime/names-of-aws.mjs")],
    // There is one stage, which each file empties.
    maxWorkers: 1,
    hookTimeout: 300_000,
  },
});
