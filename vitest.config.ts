import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { reporters } from "./test/support/reporters.ts";

/** Tests that need an engine of DynamoDB's protocol: those of what is sent to it, and of what it answers. */
const askingEngines = [
  "test/lib/store/dynamo/{lost-answer,reads,send}.test.ts",
  "test/lib/store/table-store/dynamo.test.ts",
  "test/local/{engine-of-environment,table}.test.ts",
  "test/releases/beside.test.ts",
];

/**
 * Tests that need engines, or take minutes: `npm run test:engines` has them. Those of faults put a proxy in
 * front of the engines, and ask every route again and again; the one of backups copies media each way, on
 * disk and in buckets.
 */
export const ofEngines = [
  ...askingEngines,
  "test/lib/store/table-store/dynoxide.test.ts",
  "test/faults/database.test.ts",
  "test/faults/bucket.test.ts",
  "test/cli/backup-of-media.test.ts",
];

/** Either names an engine (`test/support/engine.ts`). */
const hasEngine = Boolean(process.env.ENGINE || process.env.DYNAMODB_ENDPOINT);

/**
 * Tests of releases, packages, bundles and copies, which are built or unpacked, and of moves of hundreds of
 * posts: `npm run test:release` has them.
 */
export const built = [
  "test/built-release/declared-once.test.ts",
  "test/built-release/installed.test.ts",
  "test/releases/upgrade.test.ts",
  "packages/*/test/packed-*.test.ts",
  "packages/importers/test/corpora.test.ts",
  "packages/action/test/action.test.ts",
  "test/deploy/bundles.test.ts",
  "test/deploy/own-themes.test.ts",
];

export default defineConfig({
  // The loaders are tested with the client's sources: the built client is there after `npm run packages` only.
  resolve: {
    alias: { "@lectern/client/read": join(import.meta.dirname, "packages/client/src/read.ts") },
  },
  test: {
    reporters,
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/support/engine.ts"],
    // A process of its own would cost each file half a second; the setup file keeps files in one process
    // apart.
    isolate: false,
    // More than there are processors: a worker waits half of its time, for the disk and for programs.
    maxWorkers: availableParallelism() * 2,
    setupFiles: ["test/support/shared-worker.ts"],
    // Programs that tests start compile their modules once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node") },
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    exclude: [
      "test/browser/**",
      "test/server/**",
      "test/lambda/**",
      "test/sites/**",
      "packages/bench/test/runs/**",
      ...ofEngines.filter((files) => !(hasEngine && askingEngines.includes(files))),
      ...built,
    ],
    // An end to what hangs; no test is about time, and a busy machine may take ten times as long as a quiet
    // one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second by default, which a busy machine exceeds.
    expect: { poll: { timeout: 60_000 } },
  },
});
