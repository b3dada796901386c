import { defineConfig } from "vitest/config";
import suite from "../../../vitest.config.ts";

/** `npm run test:bench`: a short run of each workload of the benchmark, which takes minutes. */
export default defineConfig({
  test: {
    ...suite.test,
    include: ["packages/bench/test/runs/**/*.test.ts"],
    exclude: [],
    // A run takes a minute alone, and several beside the browser's tests on a small machine.
    testTimeout: 600_000,
  },
});
