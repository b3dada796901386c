import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { exampleOf } from "#lib/openapi/examples.ts";
import { routes } from "#lib/routes/table.ts";
import { root } from "#test/support/sources.ts";

/** Within the project, so that what the client imports is found. */
const folder = join(root, "node_modules/.cache/typescript-client");

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const generator = join(root, "node_modules/.bin/oazapfts");
  await promisify(execFile)(generator, [join(root, "docs/openapi.json"), join(folder, "api.ts")]);
});

/** What the compiler says about a program that uses the generated client; empty if nothing. */
const complaintsAbout = async (program: string): Promise<string> => {
  await writeFile(join(folder, "program.ts"), program);
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--allowImportingTsExtensions",
    "--target",
    "es2023",
  ];
  const modules = [
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2023,dom",
    "--ignoreConfig",
  ];
  const compiler = join(root, "node_modules/.bin/tsc");
  const run = promisify(execFile)(compiler, [...options, ...modules, "program.ts"], { cwd: folder });
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => String(stdout || stderr),
  );
};

/** The name that the generator gives to an operation. */
const functionOf = (id: string): string =>
  id.replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

const answers = routes.flatMap((route) => {
  const { status, answer } = exampleOf(route) ?? {};
  return route.answer && status === route.status && answer !== undefined
    ? [{ id: route.id, status, answer }]
    : [];
});

test("a client that is generated from the document takes real answers without casts", async () => {
  expect(answers.length).toBeGreaterThan(60);
  const lines = answers.map(({ id, status, answer }, index) => {
    const type = `Answer<typeof api.${functionOf(id)}, ${status}>`;
    return `export const answer${index}: ${type} = ${JSON.stringify(answer)};`;
  });
  const program = `import * as api from "./api.ts";
type Answer<Call extends (...parameters: never[]) => unknown, Status> =
  Extract<Awaited<ReturnType<Call>>, { status: Status }> extends { data: infer Data } ? Data : never;
${lines.join("\n")}
`;
  expect(await complaintsAbout(program)).toBe("");
});

test("it knows what a block is by its type, and what an answer is by its status", async () => {
  const program = `import * as api from "./api.ts";
export const captions = async (id: number): Promise<string[]> => {
  const answer = await api.editorPostsRead(id);
  if (answer.status !== 200) throw new Error(answer.status === 404 ? "gone" : "refused");
  return answer.data.detail.flatMap((block) => {
    switch (block.type) {
      case "gallery":
        return block.value.map(({ caption }) => caption ?? "");
      case "code":
        return [block.value.language];
      default:
        return [];
    }
  });
};
`;
  expect(await complaintsAbout(program)).toBe("");
  expect(await complaintsAbout(program.replace("caption ?? ", "captoin ?? "))).toContain("program.ts");
});
