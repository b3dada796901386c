import { verify } from "node:crypto";

/**
 * True if an address carries a signature of the key, by a canned policy, and has not expired. Source: AWS,
 * "Create a signed URL using a canned policy".
 */
export const isSignedAddress = (address: string, publicKey: string): boolean => {
  const { searchParams } = new URL(address);
  const [bare] = /^.*?(?=[?&]Expires=)/.exec(address) ?? [];
  const expires = Number(searchParams.get("Expires"));
  if (bare === undefined || !(expires * 1_000 > Date.now())) return false;
  const Condition = { DateLessThan: { "AWS:EpochTime": expires } };
  const policy = JSON.stringify({ Statement: [{ Resource: bare, Condition }] });
  const signature = (searchParams.get("Signature") ?? "")
    .replaceAll("-", "+")
    .replaceAll("_", "=")
    .replaceAll("~", "/");
  return verify("sha1", Buffer.from(policy), publicKey, Buffer.from(signature, "base64"));
};
