/** `npm run template`: see docs/deploy-template.md. */
import path from "node:path";
import { parseArgs } from "node:util";
import packageFile from "../../package.json" with { type: "json" };
import { writeTemplate } from "./write-template.ts";

const usage = `Usage: npm run template -- [--to FOLDER]

Writes the CloudFormation template of a site, with the bundles of its functions, into FOLDER, which it
empties first; without --to into dist/lectern-template-${packageFile.version}.
`;

try {
  const options = {
    to: { type: "string", default: `dist/lectern-template-${packageFile.version}` },
    help: { type: "boolean", default: false },
  } as const;
  const { to, help } = parseArgs({ options }).values;
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (help) process.stdout.write(usage);
  else {
    await writeTemplate(path.resolve(to), say);
    say(`Written to ${to}`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
