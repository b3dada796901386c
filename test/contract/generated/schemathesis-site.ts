import { randomBytes } from "node:crypto";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/** How a caller says who they are: options of Schemathesis, which are headers and paths to leave out. */
export interface SchemathesisCaller {
  readonly name: string;
  readonly args: (url: string) => Promise<readonly string[]> | readonly string[];
}

const secret = (): string => randomBytes(24).toString("base64url");

const passwords = { ada: secret(), bo: secret(), root: secret() };

const tokens = [
  { name: "superuser", user: "root" },
  { name: "editor", user: "ada" },
  { name: "editor that may only write", user: "ada", scopes: ["write"] },
  { name: "superuser in one blog", user: "root", parents: ["/home/notes"] },
  { name: "user without admin access", user: "reader" },
].map((token) => ({ ...token, secret: secret() }));

/** Writes the demo's manifest with more people and tokens into a folder, and gives its path. */
export const writeManifest = async (folder: string): Promise<string> => {
  await cp("examples/field-notes", folder, { recursive: true });
  const path = join(folder, "site.yaml");
  const { users, ...site } = parse(await readFile(path, "utf8"));
  const more = [
    { username: "root", password: passwords.root, superuser: true, staff: true },
    { username: "reader", groups: [] },
  ];
  const own = users.map((user: { readonly username: "ada" | "bo" }) => ({
    ...user,
    password: passwords[user.username],
  }));
  await writeFile(path, stringify({ ...site, users: [...own, ...more], tokens }));
  return path;
};

/** Signs in; what would end the session is left out. */
const sessionArgs = async (url: string): Promise<readonly string[]> => {
  const answer = await fetch(`${url}/accounts/login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: passwords.root }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]!);
  const csrf = cookies.find((cookie) => cookie.startsWith("csrftoken="))?.slice("csrftoken=".length);
  if (!csrf) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  return [
    ...["-H", `Cookie: ${cookies.join("; ")}`, "-H", `X-CSRFToken: ${csrf}`],
    ...["--exclude-path", "/accounts/logout/"],
  ];
};

export const callers: readonly SchemathesisCaller[] = [
  { name: "stranger", args: () => [] },
  { name: "superuser with a session", args: sessionArgs },
  ...tokens.map((token) => ({
    name: `token: ${token.name}`,
    args: () => ["-H", `Authorization: Bearer ${token.secret}`],
  })),
];
