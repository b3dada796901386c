import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { InvalidManifest } from "#lib/manifest/problem.ts";
import { readSource, type Source } from "./source.ts";

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; name the manifest in it",
  EACCES: "its rights do not allow it",
};

/** Reads a manifest's file. Throws `InvalidManifest` as `readSource` does, also if it cannot be read. */
export const readFileSource = async (path: string): Promise<Source> => {
  const refuse = (message: string): never => {
    throw new InvalidManifest([{ path: "", line: 1, message }]);
  };
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) =>
    refuse(`the file cannot be read (${fileFaults[error.code ?? ""] ?? error.message})`),
  );
  if (!isUtf8(bytes)) return refuse("the file is not UTF-8");
  return readSource(bytes.toString());
};
