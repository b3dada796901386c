import { synthesisAccount, synthesisRegion, tokenMeaning, tokenPattern } from "../synthesis/tokens.ts";
import { isObject, type TemplateValue } from "./template-value.ts";
import { fullEnvironment, synthesisStage } from "./variants.ts";

/** What stands in a synthesis for what only the stack knows, as `Fn::Sub` names it. */
const literals: Readonly<Record<string, string>> = {
  [fullEnvironment.CERTIFICATE_ARN]: "${CertificateArn}",
  [fullEnvironment.PERMISSIONS_BOUNDARY]: "${PermissionsBoundary}",
  [fullEnvironment.DOMAIN_NAME]: "${DomainName}",
  [fullEnvironment.ALARM_EMAIL]: "${AlarmEmail}",
  [fullEnvironment.MONTHLY_BUDGET_USD]: "${MonthlyBudgetUsd}",
  "https://cors-token.example": "${Settings.QuotedOrigins}",
  "token-of-bucket": "${CloudFrontLogsBucket}",
  "token-of-folder": "${CloudFrontLogsFolder}",
  "download-key-1": "download-key-${DownloadKeyGeneration}",
  [synthesisStage]: "${Stage}",
  [synthesisRegion]: "${AWS::Region}",
  [synthesisAccount]: "${AWS::AccountId}",
};

/** What custom resources and parameters give in place of resources of SST's stage. */
const substituted: Readonly<Record<string, string>> = {
  "ProxySecret.Value": "${ProxySecrets.Sent}",
  "ProxySecret2.Value": "${ProxySecrets.Others}",
  "DownloadPublicKey1.Ref": "${SigningKeys.KeyId}",
  "Firewall.Arn": "${WebAclArn}",
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const pattern = new RegExp(
  [tokenPattern.source, ...Object.keys(literals).map((text) => `(?:${escaped(text)})`)].join("|"),
  "g",
);

/** Matches the end of names that SST makes by chance. */
const byChance = new RegExp(`(${synthesisStage}-\\w+)-[abcdefhkmnorstuvwxz]{8}$`);

/** How other resources name one: by a text with `${…}` where CloudFormation has to know it. */
export type NameOf = (resource: string, attribute: string) => string;

/** The value with references in place of tokens and of what stands for parameters. */
export const withReferences = (value: TemplateValue, nameOf: NameOf): TemplateValue => {
  if (typeof value === "string") return referring(value, nameOf);
  if (Array.isArray(value)) {
    if (value.length === 1 && value[0] === "https://cors-token.example")
      return { "Fn::Split": [",", { Ref: "SiteCorsOrigins" }] };
    return value.map((each) => withReferences(each, nameOf));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withReferences(each, nameOf)]));
};

const referring = (text: string, nameOf: NameOf): TemplateValue => {
  const found = text.replace(byChance, "$1");
  if (found.search(pattern) < 0) return found;
  const written = found.replaceAll("${", "${!").replace(pattern, (match, digits?: string) => {
    if (digits === undefined) return literals[match]!;
    const [resource, attribute] = tokenMeaning(digits);
    return substituted[`${resource}.${attribute}`] ?? nameOf(resource, attribute);
  });
  return reference(written);
};

/** `Ref` or `Fn::GetAtt` if a text is only that, else `Fn::Sub`. */
const reference = (text: string): TemplateValue => {
  const [, only, attribute] = /^\$\{([A-Za-z0-9:]+)(?:\.([A-Za-z0-9]+))?\}$/.exec(text) ?? [];
  if (only === undefined) return { "Fn::Sub": text };
  return attribute === undefined ? { Ref: only } : { "Fn::GetAtt": [only, attribute] };
};
