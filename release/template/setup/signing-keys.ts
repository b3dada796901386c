import { createPublicKey, generateKeyPairSync } from "node:crypto";
import {
  CloudFrontClient,
  CreatePublicKeyCommand,
  DeletePublicKeyCommand,
  GetPublicKeyCommand,
  ListPublicKeysCommand,
} from "@aws-sdk/client-cloudfront";
import type { SetUp } from "./set-up.ts";
import { keptParameter, removeStored } from "./stage-parameters.ts";

const parameterName = (generation: number): string => `download-key-${generation}`;

const keyName = (stage: string, generation: number): string => `lectern-${stage}-download-key-${generation}`;

/** The public keys of the account by their names. */
const publicKeys = async (): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  let Marker: string | undefined;
  do {
    const { PublicKeyList } = await new CloudFrontClient({}).send(new ListPublicKeysCommand({ Marker }));
    for (const { Name, Id } of PublicKeyList?.Items ?? []) ids.set(Name!, Id!);
    Marker = PublicKeyList?.NextMarker;
  } while (Marker);
  return ids;
};

/** The id of a generation's key, which is made unless it is there. The private half never leaves the account. */
const keyOf = async (
  stage: string,
  generation: number,
  existing: ReadonlyMap<string, string>,
): Promise<string> => {
  const kept = { type: "SecureString", description: "Signs addresses of files for CloudFront" } as const;
  const privateKey = await keptParameter(
    stage,
    parameterName(generation),
    kept,
    () =>
      generateKeyPairSync("rsa", {
        modulusLength: 2048,
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      }).privateKey,
  );
  const Name = keyName(stage, generation);
  const found = existing.get(Name);
  if (found) return found;
  const EncodedKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  const { PublicKey } = await new CloudFrontClient({}).send(
    new CreatePublicKeyCommand({ PublicKeyConfig: { CallerReference: Name, Name, EncodedKey } }),
  );
  return PublicKey!.Id!;
};

/** Throws where a key group still has the key. */
const removeKey = async (stage: string, generation: number, existing: ReadonlyMap<string, string>) => {
  const Id = existing.get(keyName(stage, generation));
  if (Id) {
    const { ETag } = await new CloudFrontClient({}).send(new GetPublicKeyCommand({ Id }));
    await new CloudFrontClient({}).send(new DeletePublicKeyCommand({ Id, IfMatch: ETag }));
  }
  await removeStored(stage, parameterName(generation));
};

/** The keys of signed addresses of files: the newest, and the one before it (stacks/download-keys.ts). */
export const signingKeys: SetUp = {
  make: async ({ ResourceProperties: { Stage, Generation } }) => {
    const newest = Number(Generation);
    const existing = await publicKeys();
    const KeyId = await keyOf(Stage, newest, existing);
    const ids = newest > 1 ? [KeyId, await keyOf(Stage, newest - 1, existing)] : [KeyId];
    return { KeyId, KeyIds: ids.join(",") };
  },
  remove: async ({ ResourceProperties: { Stage, Generation } }) => {
    const existing = await publicKeys();
    for (let each = Number(Generation); each > 0; each--) await removeKey(Stage, each, existing);
  },
};
