import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#test/support/sources.ts";
import { npmSbom, reproducibleSbom, type Sbom } from "../../release/sbom.ts";

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

const jsonAt = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

test("lists what the lock file installs, in the same bytes each time", async () => {
  const made = await npmSbom();
  const later = { ...made.metadata, timestamp: "2027-01-01T00:00:00.000Z" };
  const text = reproducibleSbom(made);
  expect(reproducibleSbom({ ...made, serialNumber: "urn:uuid:another", metadata: later })).toBe(text);

  const { components, metadata, serialNumber } = JSON.parse(text) as Sbom;
  const { version, packages } = jsonAt("package-lock.json");
  expect(metadata.component).toMatchObject({ name: "lectern", version });
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  const listed = new Map(components.map(({ purl, scope }) => [decodeURIComponent(purl), scope]));
  const locked = Object.entries<Locked>(packages).filter(
    ([path, { link }]) => /node_modules/.test(path) && !link,
  );
  expect(locked.length).toBeGreaterThan(100);
  for (const [
    path,
    { name = path.split("node_modules/").at(-1), version: installed, dev, optional, devOptional },
  ] of locked)
    if (!dev && !optional && !devOptional)
      expect([path, listed.get(`pkg:npm/${name}@${installed}`)]).toEqual([path, "required"]);
    else expect([path, listed.has(`pkg:npm/${name}@${installed}`)]).toEqual([path, true]);
});
