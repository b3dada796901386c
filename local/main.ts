import { join } from "node:path";
import { clock } from "#lib/clock.ts";
import { type Demo, leaveDemo } from "./demo-file.ts";
import { environmentVariables } from "./environment.ts";
import { firstError } from "./first-error.ts";
import { PlainError } from "./plain-error.ts";
import type { Service } from "./service.ts";
import { parseStartOptions, usage } from "./start-options.ts";
import { stopAtEnd } from "./stop-at-end.ts";
import { untilEnded } from "./until-ended.ts";

/** Runs the service until somebody ends it. */
const main = async (): Promise<void> => {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  // Modules are imported when they are needed, so that what is refused before is refused at once.
  const { startService } = await import("./service.ts");
  const end = untilEnded(isStartedByNpm());
  let demo: Demo | undefined;
  const service = await startService({
    ...options,
    prepare: async (folder) => {
      const { fill } = await import("./fill.ts");
      demo = await fill({ ...options, folder });
    },
  });
  // Even while this is told, the disk may refuse something, or somebody may end the service.
  const told = tell(service, demo);
  await stopAtEnd(service, Promise.race([end, told.then(() => end)]));
};

/** Prints where the service is, what it lacks, and what to do first. */
const tell = async ({ url, data, folder }: Service, demo: Demo | undefined): Promise<void> => {
  const seconds = (clock.monotonicMs() / 1000).toFixed(1);
  console.log(`Lectern is ready at ${url} (data in ${data}, ready in ${seconds} s)`);
  const { missingPrograms } = await import("./missing-programs.ts");
  for (const line of await missingPrograms()) console.log(line);
  if (demo) await tellOfDemo({ ...demo, url }, folder);
  else await tellHowToBegin(url);
};

/** True for `npm start` here, and not for a program that a script of npm has started and left alone. */
const isStartedByNpm = (): boolean => {
  const { npm_lifecycle_event: script, npm_package_json: file } = environmentVariables();
  return script === "start" && file === join(import.meta.dirname, "../package.json");
};

/** Prints what to try, and stores the demo's current address for other commands. */
const tellOfDemo = async (demo: Demo, folder: string | undefined): Promise<void> => {
  const { demoLines } = await import("./demo.ts");
  if (folder !== undefined) await leaveDemo(folder, demo);
  console.log(demoLines(demo));
};

/** Prints where the first account is made, if there is none; what an earlier start has printed ends. */
const tellHowToBegin = async (url: string): Promise<void> => {
  const { beginSetup } = await import("#lib/actions/people/begin-setup.ts");
  const secret = await beginSetup();
  if (secret === undefined) return;
  console.log(
    `Nobody has an account yet. Make the first one within an hour, at\n\n  ${url}/setup/${secret}/\n`,
  );
};

// The database and the files are readable by their owner only.
process.umask(0o077);
// If the log's disk is full, its lines are lost, but the service goes on.
for (const log of [process.stdout, process.stderr]) log.on("error", () => {});

try {
  await main();
  process.exit();
} catch (thrown) {
  const error = firstError(thrown);
  console.error(error instanceof PlainError ? error.message : error);
  process.exit(1);
}
