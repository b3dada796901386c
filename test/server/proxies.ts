import { execFile, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";
import { ended } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";
import { servedSecret } from "./served-site.ts";

/** A proxy that runs with the file that ships. */
export interface RunningProxy {
  readonly url: string;
  /** Where it takes requests without TLS. */
  readonly plainUrl: string;
  /** The certificate with which clients know it. */
  readonly certificateFile: string;
  readonly stop: () => Promise<void>;
}

/** Starts it in front of a service; the folder is for its own files. */
export type StartProxy = (folder: string, servicePort: number) => Promise<RunningProxy>;

/** Ports that are free, all at once. */
const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => vi.waitUntil(() => server.listening)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const run = async (
  command: string,
  args: readonly string[],
  url: string,
  env: NodeJS.ProcessEnv = process.env,
) => {
  const program = spawn(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const port = Number(new URL(url).port);
  await vi.waitUntil(() => accepts(port), { timeout: 60_000 });
  return async () => {
    program.kill("SIGTERM");
    await ended(program);
  };
};

/** A text with this in the place of something that it must have. */
const replaced = (text: string, ...pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The file does not say ${from}.`);
    return before.replaceAll(from, to);
  }, text);

const selfSigned = async (folder: string) => {
  const [certificate, key] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await promisify(execFile)("openssl", [...args, ...names, "-keyout", key, "-out", certificate]);
  return { certificate, key };
};

/** `server/nginx.conf` with other ports, names and files, included as Debian's `nginx.conf` includes it. */
export const startNginx: StartProxy = async (folder, servicePort) => {
  const [port, plainPort] = await freePorts(2);
  const { certificate, key } = await selfSigned(folder);
  const shipped = replaced(
    await readFile(join(root, "server/nginx.conf"), "utf8"),
    ["127.0.0.1:8000", `127.0.0.1:${servicePort}`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["listen [::]:443 ssl http2;", ""],
    ["/etc/letsencrypt/live/notes.example/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/notes.example/privkey.pem", key],
    ["/var/cache/lectern-pages", join(folder, "cache")],
    ["notes.example", "localhost"],
    ['"SECRET"', JSON.stringify(servedSecret)],
  );
  await writeFile(join(folder, "lectern.conf"), shipped);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const user = process.getuid!() === 0 ? "user root;" : "";
  const around = `daemon off; ${user} pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; include /etc/nginx/mime.types;
  ${folders.map((name) => `${name}_temp_path ${join(folder, name)};`).join(" ")}
  include ${folder}/lectern.conf;
}
`;
  const file = join(folder, "nginx.conf");
  await writeFile(file, around);
  const args = ["-c", file, "-e", join(folder, "error.log")];
  await promisify(execFile)("nginx", ["-t", ...args]);
  const [url, plainUrl] = [`https://localhost:${port}`, `http://localhost:${plainPort}`];
  return { url, plainUrl, certificateFile: certificate, stop: await run("nginx", args, url) };
};

/** `server/Caddyfile` as it is, with certificates of Caddy's own. */
export const startCaddy: StartProxy = async (folder, servicePort) => {
  const [port, plainPort] = await freePorts(2);
  const shipped = join(root, "server/Caddyfile");
  const file = join(folder, "Caddyfile");
  await writeFile(
    file,
    `{\n\tadmin off\n\thttp_port ${plainPort}\n\tskip_install_trust\n}\nimport ${shipped}\n`,
  );
  const home = join(folder, "home");
  await mkdir(home);
  const [url, plainUrl] = [`https://localhost:${port}`, `http://localhost:${plainPort}`];
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    ...{ LECTERN_HOST: url.slice("https://".length), LECTERN_AT: `127.0.0.1:${servicePort}` },
    PROXY_SECRET: servedSecret,
  };
  const args = ["--config", file, "--adapter", "caddyfile"];
  await promisify(execFile)("caddy", ["validate", ...args], { env });
  const stop = await run("caddy", ["run", ...args], url, env);
  const certificateFile = join(home, "caddy/pki/authorities/local/root.crt");
  return { url, plainUrl, certificateFile, stop };
};
