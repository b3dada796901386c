import { handler } from "#functions/jobs/snapshot-catalog.ts";
import { guarded } from "#lib/guarded.ts";
import { keepLog } from "#lib/log.ts";
import { openTableOfEnvironment } from "./table-of-environment.ts";

/** The message of the process to the service: a line of its log. */
export interface SnapshotReport {
  readonly line: string;
}

// Nobody needs the snapshot once the service is gone.
process.on(
  "disconnect",
  guarded(() => process.exit(1)),
);
if (!process.connected) process.exit(1);
let told: Promise<unknown> = Promise.resolve();
keepLog((line) => {
  told = new Promise((done) => process.send?.({ line } satisfies SnapshotReport, done));
});
// If it fails, the process ends with a status, and the reason is on standard error.
await openTableOfEnvironment();
await handler();
await told;
process.exit();
