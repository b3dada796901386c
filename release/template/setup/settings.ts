import { deploymentSettings } from "../../../stacks/settings.ts";
import { parameterOfSetting, siteSettings } from "../parameters.ts";
import { digestOf } from "./digest-of.ts";
import type { SetUp } from "./set-up.ts";

type Parameters = Readonly<Record<string, string>>;

/** The parameters that are settings of a deployment by another name. */
const variables: Readonly<Record<string, string>> = {
  DomainName: "DOMAIN_NAME",
  CertificateArn: "CERTIFICATE_ARN",
  AlarmEmail: "ALARM_EMAIL",
  CloudWatchDashboard: "CLOUDWATCH_DASHBOARD",
  HstsSubdomains: "HSTS_SUBDOMAINS",
  ApiRequestsPerSecond: "API_REQUESTS_PER_SECOND",
  DownloadKeyGeneration: "DOWNLOAD_KEY_GENERATION",
  ProxySecretGeneration: "PROXY_SECRET_GENERATION",
  ExistingTable: "EXISTING_TABLE",
  PermissionsBoundary: "PERMISSIONS_BOUNDARY",
  ...Object.fromEntries(siteSettings.map((variable) => [parameterOfSetting(variable), variable])),
};

const environmentOf = (parameters: Parameters): Record<string, string> => {
  const { AlarmEmail, MonthlyBudgetUsd, SiteCorsOrigins, CloudFrontLogsBucket, CloudFrontLogsFolder } =
    parameters;
  const named = Object.entries(variables).map(
    ([name, variable]) => [variable, parameters[name] ?? ""] as const,
  );
  return Object.fromEntries(
    [
      ...named,
      ["MONTHLY_BUDGET_USD", AlarmEmail ? MonthlyBudgetUsd! : ""] as const,
      ["SITE_CORS_ORIGINS", SiteCorsOrigins ? JSON.stringify(originsIn(SiteCorsOrigins)) : ""] as const,
      [
        "CLOUDFRONT_LOGS",
        CloudFrontLogsBucket ? `s3://${CloudFrontLogsBucket}/${CloudFrontLogsFolder}/` : "",
      ] as const,
    ].filter(([, value]) => value !== ""),
  );
};

const originsIn = (text: string): string[] => text.split(",");

/** Parameters that mean something only together. */
const together = [
  ["DomainName", "CertificateArn"],
  ["ExistingTable", "ExistingTableStreamArn"],
  ["CloudFrontLogsBucket", "CloudFrontLogsFolder"],
] as const;

/** Settings of the site are read from the environment of the process, which may have those of another call. */
const checkSettings = (stage: string, environment: Readonly<Record<string, string>>): void => {
  for (const name of [...siteSettings, "SITE_CORS_ORIGINS"])
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  deploymentSettings(stage, environment);
};

/** What functions get, also where a parameter says nothing. */
const effective = (name: string, parameters: Parameters, stage: string): string =>
  parameters[name] || (name === "SiteRobots" && stage !== "production" ? "none" : "");

/**
 * Refuses wrong parameters with all problems at once, before CloudFront, rights or functions change. Gives a
 * digest of what all functions get (`Digest`), and one of each other parameter: descriptions have them.
 */
export const settings: SetUp = {
  make: async ({ ResourceProperties: { Stage, Region, ...given } }) => {
    const parameters = given.Parameters as Parameters;
    const halves = together
      .filter(([one, other]) => Boolean(parameters[one]) !== Boolean(parameters[other]))
      .map((names) => `of ${names.join(" and ")}, only one is set`);
    if (halves.length > 0) throw new Error(`The deployment cannot begin.\n- ${halves.join("\n- ")}`);
    checkSettings(Stage, { AWS_REGION: String(Region), ...environmentOf(parameters) });
    const ofAll = given.InDigest as readonly string[];
    const others = Object.keys(parameters).filter((name) => !ofAll.includes(name));
    return {
      ...Object.fromEntries(others.map((name) => [name, digestOf(parameters[name])])),
      Digest: digestOf(ofAll.map((name) => effective(name, parameters, Stage))),
      // What stands between the first and the last quotation mark of a list.
      QuotedOrigins: JSON.stringify(originsIn(parameters.SiteCorsOrigins ?? "")).slice(2, -2),
    };
  },
};
