import { checkedSettings } from "#lib/settings/checked-settings.ts";
import type { TemplateObject } from "./template-value.ts";

export interface TemplateParameter {
  readonly Type: "String" | "AWS::SSM::Parameter::Value<String>";
  readonly Description: string;
  readonly Default?: string;
  readonly AllowedValues?: readonly string[];
  readonly AllowedPattern?: string;
  readonly ConstraintDescription?: string;
  readonly NoEcho?: true;
}

/** Such as `SiteCommentsEnabled` for `SITE_COMMENTS_ENABLED`. */
export const parameterOfSetting = (variable: string): string =>
  variable
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("");

/**
 * The settings of a site that are parameters: all but themes of its own, which are bundled, and origins, whose
 * parameter has a simpler form.
 */
export const siteSettings: readonly string[] = checkedSettings
  .map(({ variable }) => variable)
  .filter((variable) => /^(SITE_|ADMIN_GLOBAL_EDIT_LOCK$)/.test(variable))
  .filter((variable) => !["SITE_CUSTOM_THEMES", "SITE_CORS_ORIGINS"].includes(variable))
  .toSorted();

const optional = (Description: string): TemplateParameter => ({ Type: "String", Default: "", Description });

const choice = (Default: string, AllowedValues: readonly string[], Description: string) =>
  ({ Type: "String", Default, AllowedValues, Description }) as const;

const generation = (Description: string): TemplateParameter => ({
  Type: "String",
  Default: "1",
  AllowedPattern: "[1-9][0-9]{0,3}",
  ConstraintDescription: "a number from 1 to 9999",
  Description,
});

/** What whoever makes a stack may say. docs/deploy-template.md names all of them. */
export const stackParameters: Readonly<Record<string, TemplateParameter>> = {
  Stage: {
    Type: "String",
    Default: "production",
    AllowedPattern: "[a-z][a-z0-9-]{0,9}",
    ConstraintDescription: "at most ten small letters, digits and hyphens, with a letter at the beginning",
    Description: "The name of the site in this account. It never changes.",
  },
  ArtefactBucket: {
    Type: "String",
    Description: "The bucket in the stack's region with the files of the release",
  },
  ArtefactPrefix: {
    Type: "String",
    AllowedPattern: "[\\w./-]*/",
    ConstraintDescription: "a folder with a slash at its end",
    Description: "Where the files of the release are in the bucket, such as lectern/",
  },
  DomainName: optional("DOMAIN_NAME: the site's domain; needs CertificateArn"),
  CertificateArn: optional("CERTIFICATE_ARN: a certificate for it in us-east-1"),
  AlarmEmail: optional("ALARM_EMAIL: the address that alarms are sent to"),
  MonthlyBudgetUsd: {
    ...optional("MONTHLY_BUDGET_USD, with AlarmEmail"),
    Default: "20",
    AllowedPattern: "[1-9][0-9]{0,8}([.][0-9]{1,2})?",
    ConstraintDescription: "an amount of dollars such as 10",
  },
  CloudWatchDashboard: choice("false", ["true", "false"], "CLOUDWATCH_DASHBOARD"),
  HstsSubdomains: choice("false", ["true", "false"], "HSTS_SUBDOMAINS"),
  ApiRequestsPerSecond: choice("200", ["50", "200", "1000"], "API_REQUESTS_PER_SECOND"),
  ReserveConcurrency: choice(
    "false",
    ["true", "false"],
    "true in accounts that run a thousand functions at a time: costly functions run ten at a time at most",
  ),
  WebAclArn: optional("The ARN of a firewall for CloudFront that you have made in us-east-1"),
  DownloadKeyGeneration: generation("DOWNLOAD_KEY_GENERATION"),
  ProxySecretGeneration: generation("PROXY_SECRET_GENERATION"),
  ExistingTable: optional("EXISTING_TABLE; needs ExistingTableStreamArn"),
  ExistingTableStreamArn: optional("The ARN of the stream of ExistingTable"),
  CloudFrontLogsBucket: optional("The bucket of CLOUDFRONT_LOGS; needs CloudFrontLogsFolder"),
  CloudFrontLogsFolder: optional("The folder of CLOUDFRONT_LOGS, without slashes at its ends"),
  PermissionsBoundary: optional("PERMISSIONS_BOUNDARY"),
  Attempt: optional(
    "Any text. A new one deploys the stack's release again, with new versions of all functions.",
  ),
  SiteCorsOrigins: optional("The origins of SITE_CORS_ORIGINS with commas between them, or *"),
  ...Object.fromEntries(siteSettings.map((name) => [parameterOfSetting(name), optional(name)])),
};

const isSet = (parameter: string): TemplateObject => ({
  "Fn::Not": [{ "Fn::Equals": [{ Ref: parameter }, ""] }],
});

const is = (parameter: string, value: string): TemplateObject => ({
  "Fn::Equals": [{ Ref: parameter }, value],
});

/** The name of the condition that a setting's parameter has a value. */
export const hasSetting = (variable: string): string => `Has${parameterOfSetting(variable)}`;

export const stackConditions: Readonly<Record<string, TemplateObject>> = {
  IsProduction: is("Stage", "production"),
  HasDomain: isSet("DomainName"),
  HasAlarms: isSet("AlarmEmail"),
  HasDashboard: is("CloudWatchDashboard", "true"),
  HasHstsSubdomains: is("HstsSubdomains", "true"),
  TakesFewRequests: is("ApiRequestsPerSecond", "50"),
  TakesManyRequests: is("ApiRequestsPerSecond", "1000"),
  ReservesConcurrency: is("ReserveConcurrency", "true"),
  HasWebAcl: isSet("WebAclArn"),
  HasExistingTable: isSet("ExistingTable"),
  HasOwnTable: is("ExistingTable", ""),
  CountsLogs: isSet("CloudFrontLogsBucket"),
  HasBoundary: isSet("PermissionsBoundary"),
  HasOrigins: isSet("SiteCorsOrigins"),
  HasAllOrigins: is("SiteCorsOrigins", "*"),
  SharesPages: {
    "Fn::Not": [{ "Fn::Or": [is("SiteSharedCacheSeconds", ""), is("SiteSharedCacheSeconds", "0")] }],
  },
  ...Object.fromEntries(siteSettings.map((name) => [hasSetting(name), isSet(parameterOfSetting(name))])),
};
