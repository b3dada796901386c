/// <reference path="../.sst/platform/config.d.ts" />
import { enoughConcurrency, rolesQuota } from "./documented-quotas.ts";
import type { ConcurrencyQuota } from "./throttles.ts";

/** AWS's name for "concurrent executions" of Lambda. */
const concurrency = { serviceCode: "lambda", quotaCode: "L-B99A9384" };

/**
 * Prints what of the account may not be enough, where the deployer may read it (docs/deploy.md). A quota
 * never ends the deployment: AWS itself refuses what is beyond one. Gives how many functions run at a time.
 */
export const warnOfQuotas = async (): Promise<ConcurrencyQuota> => {
  const reading = aws.servicequotas.getServiceQuota(concurrency).then(({ value }) => value);
  const warnings = await Promise.all([warningOfConcurrency(reading), warningOfRoles()].map(unlessUnreadable));
  for (const warning of warnings) if (warning) console.warn(warning);
  return { concurrencyQuota: await reading.catch(() => undefined) };
};

const warningOfConcurrency = async (reading: Promise<number>): Promise<string | undefined> => {
  const value = await reading;
  if (value >= enoughConcurrency) return undefined;
  return `This account runs ${value} functions at a time, as new accounts do; beyond that, visitors get 503. Ask AWS for more: Service Quotas, AWS Lambda, Concurrent executions.`;
};

const warningOfRoles = async (): Promise<string | undefined> => {
  const { names } = await aws.iam.getRoles({});
  const own = names.filter((name) => name.startsWith(`${$app.name}-${$app.stage}-`));
  const free = rolesQuota.perAccount - names.length + own.length;
  if (free >= rolesQuota.perStage) return undefined;
  return `This account has room for ${free} roles of 1,000, unless AWS has raised that, and a stage needs ${rolesQuota.perStage}: Service Quotas, IAM, Roles per account.`;
};

const unlessUnreadable = (warning: Promise<string | undefined>): Promise<string | undefined> =>
  warning.catch((error: Error) => `A quota of the account cannot be read: ${error.message.split("\n")[0]}`);
