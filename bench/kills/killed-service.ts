import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { environmentWith } from "#bench/processes/environment.ts";

export const victims = ["engine", "service", "both"] as const;

export type Victim = (typeof victims)[number];

/** A service on a data directory, which is started again when it is killed, as by a supervisor. */
export interface KilledService {
  /** The address of the service that runs now, or is being started. */
  readonly url: () => Promise<string>;
  readonly kill: (victim: Victim) => Promise<void>;
  /** Ends it in an orderly way; gives what it has complained of. */
  readonly stop: () => Promise<string>;
}

const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

export const killsToken = "kills-kills-kills-kills-kills-kills";

const manifest = `
version: 1
site: { name: Kills, base_url: "http://127.0.0.1" }
groups:
  - { name: Editors, admin_access: true, pages: [{ page: "/", allow: [add, change, publish] }] }
users: [{ username: editor, groups: [Editors] }]
tokens: [{ name: kills, user: editor, secret: ${killsToken} }]
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children: [{ type: site.Blog, key: blog, slug: blog, title: Blog }]
`;

export const startKilledService = async (folder: string): Promise<KilledService> => {
  const data = join(folder, "data");
  const file = join(folder, "site.yaml");
  await writeFile(file, manifest);
  let complaints = "";
  const start = () => {
    const options = ["--port=0", `--data=${data}`, `--manifest=${file}`];
    const child = spawn(process.execPath, ["local/start.ts", ...options], {
      cwd: projectFolder,
      env: environmentWith({}),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    return { child, address: addressOf(child) };
  };
  let running = start();
  const end = async (): Promise<void> => {
    running.child.kill("SIGKILL");
    await gone(running.child);
    running = start();
  };
  await running.address;
  return {
    url: () => running.address,
    kill: async (victim) => {
      const engine = JSON.parse(await readFile(join(data, "engine.json"), "utf8")) as { pid: number };
      if (victim !== "service") process.kill(engine.pid, "SIGKILL");
      if (victim !== "engine") await end();
    },
    stop: async () => {
      running.child.kill("SIGTERM");
      await gone(running.child);
      return complaints;
    },
  };
};

const addressOf = async (child: ChildProcess): Promise<string> => {
  const [line] = await once(createInterface(child.stdout!), "line");
  return /http:\S+/.exec(String(line))![0];
};

const gone = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
};
