import { stageOutputs } from "#cli/stage/stage-outputs.ts";
import { beginSetup } from "#lib/actions/people/begin-setup.ts";
import { readSite } from "#lib/store/site.ts";
import { parseArguments, requiredStage } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printJson, printLines, type RunCommand } from "./output.ts";

import { UsageError } from "./usage-error.ts";

const options = {
  stage: { type: "string" },
  url: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const onThisMachine = "on this machine, npm start -- --no-demo prints the address of an empty service";

/**
 * `lectern setup`: makes the address at which the first account of a deployed stage is made, and prints it.
 * Exits with 1 if there are accounts.
 */
export const setUpStage: RunCommand = async (args, context) => {
  const { stage: given, url, json } = parseArguments(args, options, []);
  if (url !== undefined)
    throw new UsageError(
      "setup takes no --url: nobody has an account or a token yet, so the service could not tell who asks; name the stage with --stage",
    );
  const stage = requiredStage(given, onThisMachine);
  await using _ = await openStore({ stage }, context);
  const secret = await beginSetup();
  const site = ((await readSite()).settings.baseUrl ?? (await stageOutputs(stage)).url).replace(/\/$/, "");
  const address = secret === undefined ? null : `${site}/setup/${secret}/`;
  if (json) printJson(context.stdout, { stage, address });
  else printLines(context.stdout, address === null ? hasAccounts(site) : toOpen(address));
  return address === null ? 1 : 0;
};

const hasAccounts = (site: string) => [
  `The site has accounts, so there is nothing to set up. People sign in at ${site}/accounts/login/`,
];

const toOpen = (address: string) => [
  "Make the first account within an hour, at",
  "",
  `  ${address}`,
  "",
  "Whoever has this address can take the site over. It works once, and ends earlier ones.",
];
