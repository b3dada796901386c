import { startLocalSite } from "#cli/dev/local-site.ts";
import { asArguments, parseArguments } from "./arguments.ts";
import { devRemote, publishWhenSaved, requireFolder } from "./dev.ts";
import { printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const localOptions = {
  port: { type: "string", default: "8000" },
  data: { type: "string", default: ".lectern-dev" },
  manifest: { type: "string" },
  parent: { type: "string" },
  podcast: { type: "boolean", default: false },
  strict: { type: "boolean", default: false },
} as const;

/**
 * `lectern dev`: serves the site on this machine, with the folder's posts as they are saved. Posts with a
 * date to come are shown, and pages of files that are gone are taken off. With `--url`, publishes there.
 */
export const dev: RunCommand = async (args, context) => {
  if (args.some((argument) => /^--(url|profile)(=|$)/.test(argument))) return devRemote(args, context);
  const { FOLDER, port, ...options } = parseArguments(args, localOptions, ["FOLDER"]);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`'${port}' is not a port`);
  await requireFolder(FOLDER);
  const { stdout, stderr, environment } = context;
  const { manifest, podcast, data, strict } = options;
  const site = await startLocalSite({
    ...{ folder: FOLDER, port: Number(port), data, manifest, podcast, environment },
    warn: (line) => printLines(stderr, [line]),
  });
  try {
    printLines(stdout, [`The site is at ${site.address} and follows ${FOLDER}; Ctrl-C ends it.`]);
    const parent = options.parent ?? site.parent;
    const argumentsOfRun = async () => {
      await site.refresh();
      // The site is there for this folder alone, so that nothing on it is worth a question.
      const always = { prune: true, force: true, future: "publish" };
      return [...asArguments({ ...always, strict, parent }), "--", FOLDER];
    };
    await publishWhenSaved(FOLDER, argumentsOfRun, context, site, site.failed);
  } finally {
    await site.stop();
  }
  return 0;
};
