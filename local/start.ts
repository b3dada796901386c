import { once } from "node:events";
import { clock } from "#lib/clock.ts";
import { PlainError } from "./plain-error.ts";
import { startService } from "./service.ts";
import { parseStartOptions, usage } from "./start-options.ts";

/** Runs the service until a signal ends it; a second signal ends it at once. */
const main = async (): Promise<void> => {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const signal = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const service = await startService(options);
  const seconds = (clock.monotonicMs() / 1000).toFixed(1);
  console.log(`Lectern is ready at ${service.url} (data in ${service.data}, ready in ${seconds} s)`);
  const failure = await Promise.race([signal, service.failed]);
  await service.stop();
  if (failure instanceof PlainError) throw failure;
};

try {
  await main();
  process.exit();
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error);
  process.exit(1);
}
