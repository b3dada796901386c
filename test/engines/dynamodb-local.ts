import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programsFolder, run, type TestServer } from "./programs.ts";

const sources = join(import.meta.dirname, "dynamodb-local");
const libraries = join(programsFolder, "dynamodb-local");

/** Pinned, as everything that runs here: Maven would take the newest. */
const copying = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** Amazon's DynamoDB Local, from Maven Central. */
export const startDynamoDbLocal = async (): Promise<TestServer> => {
  await installDynamoDbLocal();
  const paths = [`-Djava.library.path=${libraries}`, `-Dsqlite4java.library.path=${libraries}`];
  const program = join(sources, "DynamoDbLocal.java");
  const engine = spawn("java", ["-Xmx1g", ...paths, "-cp", join(libraries, "*"), program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(engine, "exit");
  const stop = async () => {
    engine.stdin.end();
    await ended;
  };
  for await (const line of createInterface(engine.stdout))
    if (line.startsWith("http:")) return { endpoint: line, stop };
  throw new Error("DynamoDB Local has ended before it listened.");
};

/** Downloads what is not there yet; throws if a file is not the pinned one. */
export const installDynamoDbLocal = async (): Promise<void> => {
  if ((await differences()) === "") return;
  await rm(libraries, { recursive: true, force: true });
  const pom = join(sources, "pom.xml");
  await run("mvn", ["-q", "-B", "-C", "-f", pom, copying, `-DoutputDirectory=${libraries}`]);
  const different = await differences();
  if (different !== "") throw new Error(`DynamoDB Local is not what it should be: ${different}`);
};

/** The files that are missing, superfluous or others than `libraries.sha256` has, which `sha256sum` wrote. */
const differences = async (): Promise<string> => {
  const pinned = (await readFile(join(sources, "libraries.sha256"), "utf8")).trim().split("\n");
  const names = await readdir(libraries).catch(() => []);
  const digestLine = async (name: string): Promise<string> => {
    const content = await readFile(join(libraries, name));
    return `${createHash("sha256").update(content).digest("hex")}  ${name}`;
  };
  const found = await Promise.all(names.map(digestLine));
  const different = [
    ...pinned.filter((line) => !found.includes(line)),
    ...found.filter((line) => !pinned.includes(line)),
  ];
  return different.join(", ");
};
