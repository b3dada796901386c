import { lookup } from "node:dns";
import { request as sendPlainly } from "node:http";
import { request as sendEncrypted } from "node:https";
import type { LookupFunction } from "node:net";
import { isInternalAddress, literalAddress } from "./internal-address.ts";

/** How a form is sent. */
export interface FormOptions {
  /** When to give up. */
  readonly signal: AbortSignal;
  /** True where the receiver may be on this machine or in this network. */
  readonly mayBeInternal: boolean;
}

/**
 * Sends a form, and gives the status of the answer, whose body is not read. Redirects are not followed. The
 * address is checked when the connection is made, so that a name cannot lead elsewhere after the check.
 * Throws an error of one sentence if there is no answer, or if the address may not be called.
 */
export const postForm = async (
  url: string,
  form: Readonly<Record<string, string>>,
  { signal, mayBeInternal }: FormOptions,
): Promise<number> => {
  const target = new URL(url);
  const literal = literalAddress(target);
  if (!mayBeInternal && literal !== undefined && isInternalAddress(literal)) throw internal(literal);
  const body = Buffer.from(new URLSearchParams(form).toString());
  const send = target.protocol === "https:" ? sendEncrypted : sendPlainly;
  return new Promise((resolve, reject) => {
    const sent = send(target, {
      method: "POST",
      agent: false,
      signal,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": body.length,
        "user-agent": "Lectern",
      },
      ...(!mayBeInternal && { lookup: publicLookup }),
    });
    sent.on("error", (error) => reject(signal.aborted ? new Error(`${target.host} did not answer`) : error));
    sent.on("response", (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.end(body);
  });
};

/** Looks a name up, and refuses it if any of its addresses is internal. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const wrong = addresses.find(({ address }) => isInternalAddress(address));
    if (wrong) return callback(internal(wrong.address), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });

const internal = (address: string): Error => new Error(`${address} is not an address of the internet`);
