import { once } from "node:events";
import { clock } from "#lib/clock.ts";
import { type Demo, demoLines, demoToken, leaveDemo, leftDemo } from "./demo.ts";
import { fill } from "./fill.ts";
import { PlainError } from "./plain-error.ts";
import { type Service, startService } from "./service.ts";
import { parseStartOptions, usage } from "./start-options.ts";

/** Runs the service until a signal ends it; a second signal ends it at once. */
const main = async (): Promise<void> => {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const signal = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  let blog: number | undefined;
  const service = await startService({
    ...options,
    prepare: async () => {
      blog = await fill(options);
    },
  });
  const seconds = (clock.monotonicMs() / 1000).toFixed(1);
  console.log(`Lectern is ready at ${service.url} (data in ${service.data}, ready in ${seconds} s)`);
  const demo = await currentDemo(service, blog);
  if (demo) console.log(demoLines(demo));
  const failure = await Promise.race([signal, service.failed]);
  await service.stop();
  if (failure instanceof PlainError) throw failure;
};

/** The demo that was just applied, or that an earlier start left in the data directory. */
const currentDemo = async ({ folder, url }: Service, blog: number | undefined): Promise<Demo | undefined> => {
  const parent = blog ?? (folder && (await leftDemo(folder))?.parent);
  if (!parent) return undefined;
  const demo = { url, token: demoToken, parent };
  if (folder) await leaveDemo(folder, demo);
  return demo;
};

// What the service makes, its database and its files, is for its owner alone.
process.umask(0o077);
try {
  await main();
  process.exit();
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error);
  process.exit(1);
}
