import { checkedSettings, unknownSettings } from "#lib/settings/checked-settings.ts";

/** The settings of a deployment in the environment, or in `.env.<stage>` (docs/deploy.md). */
export interface DeploymentSettings {
  readonly region: string;
  readonly disposable: boolean;
  readonly domain: { readonly name: string; readonly certificate: string | undefined } | undefined;
  readonly alarmEmail: string | undefined;
  readonly monthlyBudgetUsd: number | undefined;
  readonly dashboard: boolean;
  /** True if browsers shall use HTTPS for all hosts below the site's, too. */
  readonly hstsSubdomains: boolean;
  readonly requestsPerSecond: number;
  /** The limit of one address in five minutes; undefined: without a firewall, which has a price. */
  readonly requestsPerAddress: number | undefined;
  /** Raised by one, it replaces the key that signs addresses of files. */
  readonly downloadKeyGeneration: number;
  /** Raised by one, it replaces the secret that CloudFront and the functions share. */
  readonly proxySecretGeneration: number;
  /** The name of a table to use in place of one of the stage's own. */
  readonly existingTable: string | undefined;
  /** The place of CloudFront's logs, which are counted. */
  readonly cloudFrontLogs: LogsPlace | undefined;
  /** The ARN of a policy that bounds what all roles may do (docs/deploy-ci.md). */
  readonly permissionsBoundary: string | undefined;
  /** The settings of the site, which all functions get. */
  readonly site: Readonly<Record<string, string>>;
}

interface LogsPlace {
  readonly bucket: string;
  /** The folder, without a slash at its end. */
  readonly folder: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * AWS's limit for all variables of a function, and what a deployment keeps free for its own: names, the
 * secret of the proxy, what SST adds.
 */
const environmentBytes = { max: 4096, ownOfDeployment: 1024 };

export const settingsBytes = environmentBytes.max - environmentBytes.ownOfDeployment;

/** Throws one error with all problems, before anything is created. */
export const deploymentSettings = (stage: string, environment: Environment): DeploymentSettings => {
  const problems: string[] = [];
  const given = (name: string): string | undefined => environment[name] || undefined;
  const checked = (name: string, pattern: RegExp, expected: string): string | undefined => {
    const value = given(name);
    if (value === undefined || pattern.test(value)) return value;
    problems.push(`${name} is ${value}, and not ${expected}`);
    return undefined;
  };

  const region = checked("AWS_REGION", /^[a-z]{2,}(-[a-z]+)+-\d$/, "a region such as eu-central-1");
  if (given("AWS_REGION") === undefined)
    problems.push(`AWS_REGION is not set: write AWS_REGION=eu-central-1, or another one, into .env.${stage}`);

  const disposable = checked("DISPOSABLE_STAGE", /^(true|false)$/, "true or false") === "true";
  if (disposable && stage === "production")
    problems.push("DISPOSABLE_STAGE is true, but the stage production is never disposable");

  const name = checked("DOMAIN_NAME", domainName, "the name of a host, such as blog.example.org");
  const certificate = checked(
    "CERTIFICATE_ARN",
    /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    "the ARN of a certificate in us-east-1, where CloudFront looks for them",
  );
  if (given("CERTIFICATE_ARN") !== undefined && given("DOMAIN_NAME") === undefined)
    problems.push("CERTIFICATE_ARN is set, but not DOMAIN_NAME, the domain that the certificate is for");

  const alarmEmail = checked("ALARM_EMAIL", /^[^\s@]+@[^\s@]+\.[^\s@]+$/, "an address of mail");
  const budget = checked("MONTHLY_BUDGET_USD", /^[1-9]\d{0,8}(\.\d\d?)?$/, "an amount of dollars such as 10");
  if (given("MONTHLY_BUDGET_USD") !== undefined && given("ALARM_EMAIL") === undefined)
    problems.push("MONTHLY_BUDGET_USD is set, but not ALARM_EMAIL, the address that is told");

  const dashboard = checked("CLOUDWATCH_DASHBOARD", /^(true|false)$/, "true or false") === "true";
  const hstsSubdomains = checked("HSTS_SUBDOMAINS", /^(true|false)$/, "true or false") === "true";
  const rate = checked("API_REQUESTS_PER_SECOND", /^[1-9]\d{0,4}$/, "a number from 1 to 99999");
  const perAddress = checked("WAF_REQUESTS_PER_ADDRESS", /^[1-9]\d{1,8}$/, "a number from 10 to 999999999");
  const generationIn = (variable: string): number =>
    Number(checked(variable, /^[1-9]\d{0,3}$/, "a number from 1 to 9999") ?? 1);
  const downloadKeyGeneration = generationIn("DOWNLOAD_KEY_GENERATION");
  const proxySecretGeneration = generationIn("PROXY_SECRET_GENERATION");
  const existingTable = checked("EXISTING_TABLE", /^[\w.-]{3,255}$/, "the name of a table");
  const permissionsBoundary = checked(
    "PERMISSIONS_BOUNDARY",
    /^arn:aws[a-z-]*:iam::\d{12}:policy\/[\w+=,.@/-]+$/,
    "the ARN of a policy",
  );
  const logs = checked("CLOUDFRONT_LOGS", placeOfLogs, "a folder of a bucket, such as s3://my-logs/lectern/");
  const site = siteSettings(environment);
  problems.push(...problemsOfSite(site));
  if (problems.length > 0) throw new Error(`The deployment cannot begin.\n- ${problems.join("\n- ")}`);
  return {
    region: region ?? "",
    disposable,
    domain: name === undefined ? undefined : { name, certificate },
    alarmEmail,
    monthlyBudgetUsd: alarmEmail === undefined ? undefined : Number(budget ?? usualBudgetUsd),
    dashboard,
    hstsSubdomains,
    requestsPerSecond: Number(rate ?? 200),
    requestsPerAddress: perAddress === undefined ? undefined : Number(perAddress),
    downloadKeyGeneration,
    proxySecretGeneration,
    existingTable,
    cloudFrontLogs: logs === undefined ? undefined : logsPlace(logs),
    permissionsBoundary,
    site,
  };
};

/** The default budget: far above what a small site costs, and far below a day of a flood (docs/cost.md). */
const usualBudgetUsd = 20;

const domainName = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/;

const placeOfLogs = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*)\/$/;

const logsPlace = (address: string): LogsPlace => {
  const [, bucket = "", folder = ""] = placeOfLogs.exec(address) ?? [];
  return { bucket, folder };
};

/** The variables of the environment that functions get (docs/settings.md). */
const siteSettings = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && /^(SITE_|ADMIN_GLOBAL_EDIT_LOCK$)/.test(name) ? [[name, value]] : [],
    ),
  );

const problemsOfSite = (site: Readonly<Record<string, string>>): string[] => {
  const bytes = bytesOfSettings(site);
  return [
    ...unknownSettings(site),
    ...checkedSettings.flatMap(({ variable, required }) => (variable in site ? problemOf(required) : [])),
    ...(bytes > settingsBytes ? [tooLarge(site, bytes)] : []),
  ];
};

const problemOf = (required: () => unknown): string[] => {
  try {
    required();
    return [];
  } catch (error) {
    return [(error as Error).message.replace(/\.$/, "")];
  }
};

/** Counts bytes as in JSON, which is how Lambda stores variables. */
export const bytesOfSettings = (settings: Readonly<Record<string, string>>): number =>
  Buffer.byteLength(JSON.stringify(settings));

const tooLarge = (site: Readonly<Record<string, string>>, bytes: number): string => {
  const sizes = Object.entries(site)
    .map(([name, value]): [string, number] => [name, Buffer.byteLength(value)])
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([name, size]) => `${name} ${size}`);
  return `the settings take ${bytes} bytes, and a function has room for ${settingsBytes}; the largest: ${sizes.join(", ")}`;
};

/** The first output of a deployment. */
export const settingsSummary = (stage: string, { region, site }: DeploymentSettings): string => {
  const names = Object.keys(site).sort();
  const listed = names.length > 0 ? names.join(", ") : "none, so all have their defaults";
  return `Stage ${stage} in ${region}. Settings (${bytesOfSettings(site)} of ${settingsBytes} bytes): ${listed}.`;
};
