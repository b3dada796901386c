import { expect, test } from "vitest";
import { pinnedPackages } from "../../stacks/pinned-packages.ts";

const locked = {
  "node_modules/pictures": {
    version: "2.1.0",
    dependencies: { colours: "^1.0.0" },
    optionalDependencies: { "pictures-arm64": "2.1.0", "pictures-musl": "2.1.0", "pictures-x64": "2.1.0" },
  },
  "node_modules/colours": { version: "1.4.2", dependencies: { pictures: "*" } },
  "node_modules/pictures-arm64": { version: "2.1.0", os: ["linux"], cpu: ["arm64"], libc: ["glibc"] },
  "node_modules/pictures-musl": { version: "2.1.0", os: ["linux"], cpu: ["arm64"], libc: ["musl"] },
  "node_modules/pictures-x64": {
    version: "2.1.0",
    os: ["linux"],
    cpu: ["x64"],
    dependencies: { other: "1" },
  },
};

test("a package is pinned with all that it needs on Lambda, and with nothing of other systems", () => {
  expect(pinnedPackages(["pictures"], locked)).toEqual({
    pictures: "2.1.0",
    colours: "1.4.2",
    "pictures-arm64": "2.1.0",
  });
});

test.each([
  ["lacks", { ...locked, "node_modules/colours": {} }],
  ["has in two versions", { ...locked, "node_modules/pictures/node_modules/colours": { version: "1.0.0" } }],
])("a package that the lock file %s ends the deployment", (_, lock) => {
  expect(() => pinnedPackages(["pictures"], lock)).toThrow("one version of colours");
});
