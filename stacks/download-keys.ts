/// <reference path="../.sst/platform/config.d.ts" />
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { DeploymentSettings } from "./settings.ts";

export type DownloadKeys = ReturnType<typeof createDownloadKeys>;

/**
 * The keys of signed addresses of files. The newest signs; CloudFront also accepts the one before it, so that
 * addresses that are in use stay valid when a key is replaced (docs/deploy.md).
 */
export const createDownloadKeys = ({ downloadKeyGeneration: newest }: DeploymentSettings) => {
  const signing = createKey(newest);
  const accepted = newest > 1 ? [signing, createKey(newest - 1)] : [signing];
  const group = new aws.cloudfront.KeyGroup("DownloadKeys", { items: accepted.map(({ keyId }) => keyId) });
  return { ...signing, groupId: group.id };
};

/**
 * A pair of keys: the private one is a parameter that AWS's own key encrypts, which costs nothing a month.
 * Each deployment makes a new pair and throws it away, unless it is the first of this generation.
 */
const createKey = (generation: number) => {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const parameter = new aws.ssm.Parameter(
    `DownloadKey${generation}`,
    {
      name: `/${$app.name}/${$app.stage}/download-key-${generation}`,
      description: "Signs addresses of files for CloudFront",
      type: "SecureString",
      value: $util.secret(privateKey),
    },
    { ignoreChanges: ["value"] },
  );
  const publicKey = new aws.cloudfront.PublicKey(`DownloadPublicKey${generation}`, {
    encodedKey: $util.unsecret(parameter.value.apply(publicHalf)),
  });
  return { parameter, keyId: publicKey.id };
};

/** The public key with the line break at its end, which CloudFront stores, too. */
const publicHalf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
