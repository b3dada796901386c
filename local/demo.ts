import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type Credentials, replaceCredentials } from "#lib/actions/people/replace-credentials.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readPurpose, writePurpose } from "#local/data-directory/purpose.ts";
import { type Demo, forgetDemo, leaveDemo, leftDemo } from "./demo-file.ts";

/** The site that an empty service starts with. */
export const demoManifest = fileURLToPath(new URL("../examples/field-notes/site.yaml", import.meta.url));

const tokenName = "demo";

/** What earlier versions gave to every demo, and printed in their documentation. */
const publicCredentials: Credentials = {
  token: "lectern-demo-token",
  passwords: { ada: "marsh-hen", bo: "reed-bunting" },
};

const newCredentials = (): Credentials => {
  const secret = () => randomBytes(24).toString("base64url");
  return { token: secret(), passwords: { ada: secret(), bo: secret() } };
};

/** The variables that the demo's manifest names. */
export const demoEnvironment = ({ token, passwords }: Credentials): Readonly<Record<string, string>> => ({
  LECTERN_TOKEN_DEMO: token,
  ...Object.fromEntries(
    Object.entries(passwords).map(([name, password]) => [`LECTERN_PASSWORD_${name.toUpperCase()}`, password]),
  ),
});

/** Makes the service the demo, with new credentials, also where that was begun before and cut off. */
export const applyDemo = async (): Promise<Demo> => {
  const credentials = newCredentials();
  const { ids } = await applyManifest(demoManifest, { environment: demoEnvironment(credentials) });
  return { ...credentials, parent: ids.pages.notes ?? 0 };
};

/**
 * What a folder is used for, directories of earlier versions included: of those, the ones with a demo are
 * demos.
 */
export const purposeOf = async (folder: string): Promise<"unused" | "demo" | "site"> =>
  (await readPurpose(folder)) ?? ((await leftDemo(folder)) ? "demo" : "site");

/** The demo of a folder, with new credentials where an earlier version gave it those that everybody knows. */
export const renewDemo = async (folder: string, left: Demo): Promise<Demo> => {
  if ((await readPurpose(folder)) !== undefined) return left;
  const demo = left.token === publicCredentials.token ? { ...left, ...newCredentials() } : left;
  // Whatever this is cut off after, the next start goes on from here: the purpose is written last.
  await leaveDemo(folder, demo);
  await replaceCredentials(tokenName, publicCredentials, demo);
  await writePurpose(folder, "demo");
  return demo;
};

/** Ends what is still valid of the credentials that earlier versions gave to every demo. */
export const endKnownCredentials = (): Promise<void> =>
  replaceCredentials(tokenName, publicCredentials, undefined);

/**
 * Makes a folder a site's own, for good. Of a demo, ends its token and its passwords first, and gives `true`.
 */
export const becomeSite = async (folder: string): Promise<boolean> => {
  const isDemo = (await purposeOf(folder)) === "demo";
  const isOfEarlierVersion = (await readPurpose(folder)) === undefined;
  if (isOfEarlierVersion) await endKnownCredentials();
  const demo = isDemo && (await leftDemo(folder));
  if (demo) await replaceCredentials(tokenName, demo, undefined);
  if ((await readPurpose(folder)) !== "site") await writePurpose(folder, "site");
  await forgetDemo(folder);
  return isDemo;
};

/** What to say when a demo has ended. */
export const demoHasEnded = (folder: string): string =>
  `The demo in ${folder} has ended: its token is revoked, and ada and bo have no passwords but those of the manifest.`;

/** What to try first, as lines for a shell. */
export const demoLines = ({ url, token, passwords, parent }: Demo): string => `
Open ${url}/ in a browser to see the site. Its API has more; the token of the demo is ${token},
and its editor signs in as ada with the password ${passwords.ada}.
Three lines to paste:

  curl '${url}/api/cms/pages/?type=site.Post&fields=visible_date'

  curl -H 'Authorization: Bearer ${token}' '${url}/api/editor/parents/'

  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"parent": {"id": ${parent}}, "title": "Hello", "overview_markdown": "A *first* post."}' '${url}/api/editor/posts/'
`;
