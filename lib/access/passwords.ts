import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. About a tenth of a second. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;

const derived = async (password: string, salt: Buffer): Promise<Buffer> =>
  derive("argon2id", { message: password, nonce: salt, tagLength: 32, ...cost });

/** What is kept of a password: `argon2id$SALT$TAG`, both in base64url, the salt fresh each time. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return ["argon2id", salt.toString("base64url"), (await derived(password, salt)).toString("base64url")].join(
    "$",
  );
};

/** True when the password is the one that was hashed. Takes as long for a missing hash, so that names cannot be probed by time. */
export const passwordIsRight = async (password: string, hash: string | null): Promise<boolean> => {
  const [, salt = "", tag = ""] = (hash ?? "argon2id$$").split("$");
  const expected = Buffer.from(tag, "base64url");
  const actual = await derived(password, Buffer.from(salt.padEnd(22, "A"), "base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
