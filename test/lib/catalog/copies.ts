import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Catalog } from "#lib/catalog/catalog.ts";

/** A catalog that goes on from a copy of this one, as instances go on from a snapshot. */
export const copyOf = (catalog: Catalog): Catalog => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-copy-of-catalog-"));
  try {
    const file = join(folder, "catalog.db");
    catalog.copyTo(file);
    return Catalog.fromCopy(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
