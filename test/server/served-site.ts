import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ended } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

/** What the settings of `server/lectern.env` and the proxies have in common. */
export const servedSecret = "a secret that only the proxy and the service know";

export const token = "a-token-of-the-superuser-of-one-machine";

/** A site with a blog, one live post, and a superuser who has {@link token}. */
export const servedManifest = `version: 1
site: { name: Marsh, theme: plain, locale: en }
users: [{ username: su, email: su@example.org, superuser: true, password: env:OWN_PASSWORD }]
tokens: [{ name: own, user: su, secret: env:OWN_TOKEN }]
pages:
  - type: site.HomePage
    slug: home
    title: Marsh
    children:
      - type: site.Blog
        slug: notes
        title: Notes
        children: [{ type: site.Post, slug: ice, title: Ice, owner: su, overview_markdown: Thin. }]
`;

export const manifestVariables = { OWN_TOKEN: token, OWN_PASSWORD: "a password of the superuser here" };

/** A service as the unit of systemd starts it, with the demo's place taken by {@link servedManifest}. */
export const startServedSite = async (variables: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-served-"));
  const manifest = join(folder, "site.yaml");
  await writeFile(manifest, servedManifest);
  const env = { PATH: process.env.PATH, ...manifestVariables, ...variables, LOG_REQUESTS: "true" };
  const lines: string[] = [];
  const start = async (onPort: number) => {
    const args = [
      "--no-demo",
      `--data=${join(folder, "data")}`,
      `--manifest=${manifest}`,
      `--port=${onPort}`,
    ];
    const program = spawn(process.execPath, ["--expose-gc", "local/start.js", ...args], {
      ...{ cwd: root, env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const reader = createInterface(program.stdout);
    for (const each of [reader, createInterface(program.stderr)]) each.on("line", (line) => lines.push(line));
    const [first] = await once(reader, "line");
    return { program, port: Number(/:(\d+) /.exec(String(first))![1]) };
  };
  let running = await start(0);
  return {
    port: running.port,
    /** The lines of its log that are JSON and have this member. */
    logged: (member: string) =>
      lines
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line))
        .filter((line) => member in line),
    /** The files of media and of uploads that are there. */
    files: () => readdir(join(folder, "data/files"), { recursive: true }),
    signal: () => running.program.kill("SIGTERM"),
    ended: () => ended(running.program),
    restart: async () => {
      running = await start(running.port);
    },
    remove: async () => {
      running.program.kill("SIGKILL");
      await ended(running.program);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
