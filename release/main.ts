/** `npm run release`: see docs/releases.md. */
import path from "node:path";
import { parseArgs } from "node:util";
import { buildRelease } from "./build.ts";

const usage = `Usage: npm run release -- [--to FOLDER] [--try]

Builds everything that a release has, with checksums and a bill of materials, into dist/ or FOLDER.
The commit has to be that of a release's tag and nothing may be changed; --try builds any commit.
`;

try {
  const options = {
    to: { type: "string", default: "dist" },
    try: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  } as const;
  const { to, try: tries, help } = parseArgs({ options }).values;
  if (help) process.stdout.write(usage);
  else await buildRelease(path.resolve(to), { tries, say: (line) => process.stdout.write(`${line}\n`) });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
