/** `npm run smoke`: see docs/deploy.md. */
import { parseArgs } from "node:util";
import { awsComplaint } from "#cli/aws-complaint.ts";
import { checkedAddress, checkedToken } from "#cli/publish/connection.ts";
import { stageOutputs } from "#cli/stage/stage-outputs.ts";
import { runSmoke, type SmokeReport, type SmokeResult } from "./run-smoke.ts";

const usage = `Usage: npm run smoke -- (--url ADDRESS | --stage NAME)

Checks a service that runs: paths, caching, search, refusals. With a token in LECTERN_TOKEN, also uploads and
drafts, which it removes again: the token of a superuser, without scopes. The exit status is 1 if a check
fails, and 2 for a mistake on the command line.
`;

const line = ({ ok, name, note }: SmokeResult): string =>
  `${ok ? "ok  " : "FAIL"}  ${name}${note === "" ? "" : ` — ${note}`}`;

const tableOf = ({ timings }: SmokeReport): string => {
  const rows = timings.map(({ path, firstMs, laterMs }) => [path, ms(firstMs), ms(laterMs)] as const);
  const cells = [["request", "first", "later"] as const, ...rows];
  return cells
    .map(([path, first, later]) => `${path.padEnd(28)}${first.padStart(10)}${later.padStart(10)}`)
    .join("\n");
};

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

const main = async (): Promise<number> => {
  const options = { url: { type: "string" }, stage: { type: "string" }, help: { type: "boolean" } } as const;
  const { url, stage, help } = parseArgs({ options }).values;
  if (help || (url === undefined) === (stage === undefined)) {
    process.stdout.write(usage);
    return help ? 0 : 2;
  }
  const address = checkedAddress(url ?? (await stageOutputs(stage!)).url);
  const token = process.env.LECTERN_TOKEN ? checkedToken(process.env.LECTERN_TOKEN) : undefined;
  const say = (result: SmokeResult) => process.stdout.write(`${line(result)}\n`);
  const report = await runSmoke(address, token, say);
  const failures = report.results.filter(({ ok }) => !ok).length;
  const end = failures > 0 ? `${failures} of ${report.results.length} checks failed.` : "All checks passed.";
  const hint = token === undefined ? " Without LECTERN_TOKEN, nothing was written." : "";
  process.stdout.write(`\n${tableOf(report)}\n\n${end}${hint}\n`);
  return failures > 0 ? 1 : 0;
};

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${awsComplaint(error) ?? error.message}\n`);
  return 2;
});
