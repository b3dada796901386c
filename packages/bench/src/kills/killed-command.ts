import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { siteManifest } from "#bench/corpus/site.ts";
import { type RunningCommand, startLectern } from "#bench/processes/lectern.ts";

/** A command that runs again and again on the folder of a service, and writes. */
export interface KilledCommand {
  /** Kills the one that runs, if one does. It is run again with the same manifest. */
  readonly kill: () => void;
  /** What the commands have done, when the last one has ended. */
  readonly ended: Promise<CommandReport>;
}

export interface CommandReport {
  /** The slugs of the blogs that a command said it has made. */
  readonly slugs: string[];
  /** Commands that were killed, or refused for the moment. */
  repeated: number;
  readonly problems: string[];
}

/** The slugs of the command's blogs begin with this. */
export const besidePrefix = "beside-";

/** While a service starts, or another command has the folder. */
const passing = /is still starting|is in use by process/;

/** Runs `lectern apply`, after each success with another blog, until the signal. */
export const startKilledCommand = (folder: string, data: string, signal: AbortSignal): KilledCommand => {
  let running: RunningCommand | undefined;
  const applyOn = async (): Promise<CommandReport> => {
    const report: CommandReport = { slugs: [], repeated: 0, problems: [] };
    while (!signal.aborted) {
      const slug = `${besidePrefix}${report.slugs.length + 1}`;
      const manifest = join(folder, "beside.json");
      await writeFile(manifest, JSON.stringify(manifestWith(slug)));
      running = startLectern("apply", manifest, `--data=${data}`);
      const { status, printed } = await running.ended;
      running = undefined;
      if (status === 0) report.slugs.push(slug);
      else if (status === null || passing.test(printed)) report.repeated++;
      else {
        report.problems.push(`lectern apply, with ${slug}: ${printed}`);
        break;
      }
    }
    return report;
  };
  return { kill: () => running?.kill(), ended: applyOn() };
};

const manifestWith = (slug: string) => {
  const [{ type, slug: home, title }] = siteManifest.pages as [(typeof siteManifest.pages)[number]];
  const blog = { type: "site.Blog", key: slug, slug, title: slug };
  return { version: 1, pages: [{ type, slug: home, title, children: [blog] }] };
};
