import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";

/** Builds the package: types of the API from its description, then JavaScript with types. */

type Content = Readonly<Record<string, { readonly schema: unknown }>>;

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const fileHere = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const only = <Value>(record: Readonly<Record<string, Value>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)));

/** What types are made of: without examples, HEAD, and refusals, which are all thrown as one class. */
const typedPart = (description: Description): Description => ({
  ...description,
  paths: mapValues(description.paths, (operations) =>
    mapValues(
      only(operations, (method) => method !== "head"),
      ({ requestBody, responses, ...operation }) => ({
        ...operation,
        ...(requestBody && { requestBody: { ...requestBody, content: schemasOf(requestBody.content) } }),
        responses: mapValues(
          only(responses, (status) => status < "300"),
          ({ content, ...response }) => ({ ...response, ...(content && { content: schemasOf(content) }) }),
        ),
      }),
    ),
  ),
});

const schemasOf = (content: Content): Content => mapValues(content, ({ schema }) => ({ schema }));

/** Leaves out what an operation does not have, half of the lines. */
const withoutAbsent = (types: string): string =>
  types
    .split("\n")
    .filter((line) => !/^\s+\w+\?: never;$/.test(line))
    .map((line) => line.replace(/ {4}/g, "\t"))
    .join("\n");

const description = JSON.parse(await readFile(fileHere("../../docs/openapi.json"), "utf8")) as Description;
// Objects without declared members have any, such as the manifest of an export.
const types = astToString(
  await openapiTypes(JSON.stringify(typedPart(description)), { emptyObjectsUnknown: true }),
);
const origin = "// Made by build.ts from the description of the API.";
const written = `${origin}\n\n${withoutAbsent(types)}`;
if (written !== (await readFile(fileHere("src/api.ts"), "utf8").catch(() => "")))
  await writeFile(fileHere("src/api.ts"), written);

// Built beside and moved file by file, because others may read the package meanwhile.
const draft = await mkdtemp(fileHere("node_modules/.dist-"));
const compiler = fileHere("node_modules/typescript/bin/tsc");
try {
  await promisify(execFile)(process.execPath, [compiler, "-p", fileHere("."), "--outDir", draft]);
  await mkdir(fileHere("dist"), { recursive: true });
  const names = await readdir(draft);
  for (const name of names) await rename(join(draft, name), fileHere(`dist/${name}`));
  for (const name of await readdir(fileHere("dist")))
    if (!names.includes(name)) await rm(fileHere(`dist/${name}`), { force: true });
} catch (error) {
  console.error((error as { stdout?: string }).stdout ?? error);
  process.exitCode = 1;
} finally {
  await rm(draft, { recursive: true });
}
