import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The files in a folder, without those in folders below it, and digests of their contents. */
export const fileDigests = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const found = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const digestOf = async ({ name }: { readonly name: string }) =>
    [
      name,
      createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex"),
    ] as const;
  return Object.fromEntries(await Promise.all(found.map(digestOf)));
};
