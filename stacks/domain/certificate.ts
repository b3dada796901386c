import { certain } from "#lib/certain.ts";
import type { DomainReads, FoundCertificate } from "./facts.ts";
import type { Notes } from "./notes.ts";

/** Checks a certificate that somebody else has requested or imported. */
export const checkCertificate = async (
  name: string,
  arn: string,
  reads: DomainReads,
  notes: Notes,
  nowMs: number,
): Promise<void> => {
  const found = await notes.known(
    "whether the certificate of CERTIFICATE_ARN can be used",
    reads.certificate(arn).then((certificate) => ({ certificate })),
  );
  if (!found) return;
  const problems = problemsOf(name, found.certificate);
  notes.problems.push(...problems.map((problem) => `The certificate of CERTIFICATE_ARN ${problem}`));
  if (problems.length === 0 && endsSoon(certain(found.certificate), nowMs))
    notes.warnings.push(
      `The certificate of CERTIFICATE_ARN ends at ${certain(found.certificate).expiresAt?.toISOString()}, and AWS does not renew it.`,
    );
};

const problemsOf = (name: string, certificate: FoundCertificate | undefined): readonly string[] => {
  if (!certificate) return ["is not in this account: write the ARN of one that is, in us-east-1"];
  const { status, names, key } = certificate;
  return [
    ...(status === "ISSUED" ? [] : [remedies[status] ?? `is ${status}: request another one`]),
    ...(names.some((each) => covers(each, name)) ? [] : [`is for ${names.join(", ")}, and not for ${name}`]),
    ...(keysOfCloudFront.includes(key)
      ? []
      : [`has a key of the kind ${key}, which CloudFront does not take: request one with RSA_2048`]),
  ];
};

/** The remedies for a certificate that is not issued. Other states are only named. */
const remedies: Readonly<Record<string, string>> = {
  PENDING_VALIDATION:
    "is not issued yet: create the records that Certificate Manager shows for it, and deploy when it is issued",
  EXPIRED: "has expired: request another one",
  VALIDATION_TIMED_OUT: "was not validated within three days: request another one, and create its records",
};

/** Source: AWS, "Prerequisites for importing ACM certificates". */
const keysOfCloudFront = ["RSA_1024", "RSA_2048", "RSA_3072", "RSA_4096", "EC_prime256v1"];

/** True if the certificate's name covers the other, where an asterisk stands for one label. */
const covers = (pattern: string, name: string): boolean =>
  pattern.startsWith("*.") ? name.replace(/^[^.]+/, "*") === pattern : name === pattern;

const monthMs = 30 * 24 * 3_600_000;

const endsSoon = ({ expiresAt, isRenewed }: FoundCertificate, nowMs: number): boolean =>
  expiresAt !== undefined && !isRenewed && expiresAt.getTime() - nowMs < monthMs;
