import type { DomainReads, FoundDistribution } from "./facts.ts";
import type { Notes } from "./notes.ts";

/** The distributions of the account. */
export interface Distributions {
  readonly all: readonly FoundDistribution[];
  /** The stage's, if it exists and has the name. */
  readonly own: FoundDistribution | undefined;
}

/** Refuses a name that another distribution has: CloudFront would refuse it with CNAMEAlreadyExists. */
export const checkName = async (
  name: string,
  stage: string,
  reads: DomainReads,
  notes: Notes,
): Promise<Distributions | undefined> => {
  const found = await notes.known(`whether CloudFront has ${name} already`, holderOf(name, reads));
  if (!found) return undefined;
  const { all, holder, stageOfHolder } = found;
  if (!holder || stageOfHolder === stage) return { all, own: holder };
  const whose = stageOfHolder === undefined ? "" : `, of the stage ${stageOfHolder},`;
  notes.problems.push(
    `The CloudFront distribution ${holder.id} of this account${whose} has the name ${name} already, and a name is of one only: ` +
      "remove it there, or choose another DOMAIN_NAME",
  );
  return { all, own: undefined };
};

const holderOf = async (name: string, reads: DomainReads) => {
  const all = await reads.distributions();
  const holder = all.find(({ names }) => names.includes(name));
  return { all, holder, stageOfHolder: holder && (await reads.stageOf(holder)) };
};

/** Warns of distributions of other accounts: they cannot be listed, but the name may lead to one. */
export const warnOfOtherAccount = (
  name: string,
  targets: readonly string[],
  distributions: Distributions | undefined,
  notes: Notes,
): void => {
  if (!distributions) return;
  const known = distributions.all.map(({ address }) => address);
  for (const target of targets.filter((each) => isDistribution(each) && !known.includes(each)))
    notes.warnings.push(
      `${name} leads to ${target}, a CloudFront distribution of another account. If it has the name there, CloudFront refuses it here: ` +
        "remove it there first.",
    );
};

/** True for a name that CloudFront has given to a distribution. */
export const isDistribution = (host: string): boolean => host.endsWith(".cloudfront.net");
