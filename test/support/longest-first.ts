import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest first. The first one is short, but synthesizes a deployment when it is loaded. */
const longest = [
  "test/deploy/deployment.test.ts",
  "test/contract/access-matrix/access-matrix.test.ts",
  "test/local/start.test.ts",
  "test/cli/restore.test.ts",
  "test/lib/catalog/histories.test.ts",
  "test/local/full-disk.test.ts",
  "test/cli/apply-over-http.test.ts",
  "test/lib/manifest/apply-interrupted.test.ts",
];

const place = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index < 0 ? longest.length : index;
};

/**
 * Begins with the files that take longest, so that none of them runs alone at the end. In a fresh clone
 * Vitest knows only the sizes of files, which say little.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
