import { getServers, Resolver } from "node:dns/promises";
import { certain } from "#lib/certain.ts";
import type { DomainReads } from "./facts.ts";

/** Reads DNS from the servers by which this machine resolves names, unless others are given. */
export const dnsReads = (
  servers: readonly string[] = getServers(),
): Pick<DomainReads, "nameServers" | "aliases" | "issuers"> => {
  // Gives up sooner than Node's own: what is asked here only warns.
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  resolver.setServers(servers);
  return {
    nameServers: async (name) => (await noneIfAbsent(resolver.resolveNs(name))).map(plainName),
    aliases: async (name) => (await noneIfAbsent(resolver.resolveCname(name))).map(plainName),
    issuers: async (name) => {
      const records = await noneIfAbsent(resolver.resolveCaa(name));
      if (records.length === 0) return undefined;
      return records.flatMap(({ issue }) =>
        issue === undefined ? [] : [certain(issue.split(";")[0]).trim()],
      );
    },
  };
};

/** Makes a name comparable: DNS ends names with a dot, and takes capitals for small letters. */
export const plainName = (name: string): string => name.replace(/\.$/, "").toLowerCase();

const noneIfAbsent = <Value>(answer: Promise<Value[]>): Promise<Value[]> =>
  answer.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTFOUND" || error.code === "ENODATA") return [];
    throw error;
  });
