/** AWS's errors for credentials that it does not know, or that have expired. */
const refusedCredentials: ReadonlySet<string> = new Set([
  "ExpiredToken",
  "ExpiredTokenException",
  "InvalidAccessKeyId",
  "UnrecognizedClientException",
]);

/**
 * Says what to set if the AWS SDK lacks a region or credentials, in one sentence; undefined for other errors.
 * The SDK has no name for a missing region.
 */
export const awsComplaint = ({ name, message }: Error): string | undefined => {
  if (message === "Region is missing")
    return "There is no region of AWS; set AWS_REGION, or AWS_PROFILE to a profile that has a region.";
  if (name !== "CredentialsProviderError" && !refusedCredentials.has(name)) return undefined;
  const reason = message.replace(/\.$/, "");
  return `There are no credentials of AWS that work (${reason}); set AWS_PROFILE, or run aws configure.`;
};
