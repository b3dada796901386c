import type { Report } from "#lib/manifest/problem.ts";
import { allPages, type Manifest } from "#lib/manifest/read/read-manifest.ts";

/** Each is compared with its hash, which takes up to a tenth of a second; a request begins changes for 15. */
const maxPasswords = 150;

/** Reports more passwords than each request has time to compare. */
export const checkPasswords = (
  { users, collections, pages }: Pick<Manifest, "users" | "collections" | "pages">,
  report: Report,
): void => {
  const accounts = users.filter(({ value }) => value.password !== undefined);
  const restricted = [...collections, ...allPages(pages)].filter(
    ({ value }) => value.restriction?.type === "password",
  );
  const [next] = [...accounts, ...restricted].slice(maxPasswords);
  if (next) report(next.at, `expected at most ${maxPasswords} passwords where a service is asked`);
};
