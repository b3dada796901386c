import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { newTokenSecret } from "#lib/access/secrets.ts";
import { type Credentials, replaceCredentials } from "#lib/actions/people/replace-credentials.ts";
import { readPurpose, writePurpose } from "#local/data-directory/purpose.ts";
import { type Demo, forgetDemo, leaveDemo, leftDemo } from "./demo-file.ts";

export const demoManifest = fileURLToPath(new URL("../examples/field-notes/site.yaml", import.meta.url));

const tokenName = "demo";

/** The credentials of every demo that earlier versions made; they are in public documentation. */
const publicCredentials: Credentials = {
  token: "lectern-demo-token",
  passwords: { ada: "marsh-hen", bo: "reed-bunting" },
};

/** The token begins with a letter, as all do: commands take one that begins with a hyphen for an option. */
const newCredentials = (): Credentials => {
  const password = () => randomBytes(24).toString("base64url");
  return { token: newTokenSecret(), passwords: { ada: password(), bo: password() } };
};

/** The environment variables that the demo's manifest uses. */
export const demoEnvironment = ({ token, passwords }: Credentials): Readonly<Record<string, string>> => ({
  LECTERN_TOKEN_DEMO: token,
  ...Object.fromEntries(
    Object.entries(passwords).map(([name, password]) => [`LECTERN_PASSWORD_${name.toUpperCase()}`, password]),
  ),
});

/** Imported when needed: most starts apply no manifest, and save a quarter of their time. */
export const manifests = () => import("#lib/manifest/apply.ts");

/** Applies the demo with new credentials, also after an attempt that was interrupted. */
export const applyDemo = async (): Promise<Demo> => {
  const { applyManifest } = await manifests();
  const credentials = newCredentials();
  const { ids } = await applyManifest(demoManifest, { environment: demoEnvironment(credentials) });
  return { ...credentials, parent: ids.pages.notes ?? 0 };
};

/** The purpose of a folder. One of an earlier version is a demo if it has a demo file, else a site. */
export const purposeOf = async (folder: string): Promise<"unused" | "demo" | "site"> =>
  (await readPurpose(folder)) ?? ((await leftDemo(folder)) ? "demo" : "site");

/** The demo of a folder. Public credentials of an earlier version are replaced. */
export const renewDemo = async (folder: string, left: Demo): Promise<Demo> => {
  if ((await readPurpose(folder)) !== undefined) return left;
  const demo = left.token === publicCredentials.token ? { ...left, ...newCredentials() } : left;
  // After an interruption here, the next start continues, because the purpose is written last.
  await leaveDemo(folder, demo);
  await replaceCredentials(tokenName, publicCredentials, demo);
  await writePurpose(folder, "demo");
  return demo;
};

/** Ends the public credentials of earlier versions. */
export const endKnownCredentials = (): Promise<void> =>
  replaceCredentials(tokenName, publicCredentials, undefined);

/** Makes a folder a site for good. Ends the token and the passwords of a demo first; true if it was one. */
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

/** Warns people before they give the folder of the demo to a site. */
export const demoWillEnd = (folder: string): string =>
  `${folder} has the demo, and a manifest ends it: its token is revoked, ada and bo keep no passwords but those of the manifest, and the next \`npm start\` shows the site. To keep the demo, use another directory for the site, with --data.`;

export const demoHasEnded = (folder: string): string =>
  `The demo in ${folder} has ended: its token is revoked, and ada and bo have no passwords but those of the manifest.`;

/** The first lines to try in a shell. */
export const demoLines = ({ url, token, passwords, parent }: Demo): string => `
Open ${url}/ in a browser to see the site. Its API has more; the token of the demo is ${token},
and its editor signs in as ada with the password ${passwords.ada}.
Three lines to paste:

  curl '${url}/api/cms/pages/?type=site.Post&fields=visible_date'

  curl -H 'Authorization: Bearer ${token}' '${url}/api/editor/parents/'

  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"parent": {"id": ${parent}}, "title": "Hello", "overview_markdown": "A *first* post."}' '${url}/api/editor/posts/'

Twenty posts to publish, from another shell in the folder of Lectern:

  npx lectern publish examples/field-notes/posts --parent /home/notes --url ${url} --token ${token}
`;
