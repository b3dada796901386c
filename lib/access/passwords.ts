import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. About a tenth of a second. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Kept with each hash, so that the cost may change later. */
interface Derivation {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
}

const tagOf = (password: string, { salt, ...rest }: Derivation): Promise<Buffer> =>
  derive("argon2id", { message: password, nonce: salt, tagLength: 32, ...rest });

/** A password's hash with a new salt: `argon2id$m=19456,t=2,p=1$SALT$TAG`, the last two in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const tag = await tagOf(password, { ...cost, salt });
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return ["argon2id", parameters, salt.toString("base64url"), tag.toString("base64url")].join("$");
};

const format = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** True if the password has this hash. Takes as long without one, so that timing does not tell names. */
export const passwordIsRight = async (password: string, hash: string | null): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = format.exec(hash ?? "") ?? [];
  const derivation = salt
    ? {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        salt: Buffer.from(salt, "base64url"),
      }
    : { ...cost, salt: Buffer.alloc(16) };
  const expected = Buffer.from(tag ?? "", "base64url");
  const actual = await tagOf(password, derivation);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
