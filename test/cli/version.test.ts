import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { programVersion } from "#cli/version.ts";
import { lecternIn } from "#test/cli/lectern.ts";
import { temporaryFolder } from "#test/support/programs.ts";

/** The parts of a version with what Semantic Versioning 2 allows after the plus. */
const semantic = /^\d+\.\d+\.\d+(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

const checkout = async () => {
  const folder = await temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@notes.example", ...args],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    )
      .toString()
      .trim();
  const commit = (text: string) => git("commit", "--allow-empty", "--no-gpg-sign", "-m", text);
  git("init", "-b", "main");
  return { folder, git, commit };
};

test("a checkout names its commit, and one of a release is the release", async () => {
  const { folder, git, commit } = await checkout();
  const version = () => programVersion(folder, "0.2.0");
  expect(version()).toBe("0.2.0");
  commit("Begin");
  expect(version()).toBe(`0.2.0+g${git("rev-parse", "--short=12", "HEAD")}`);
  git("tag", "--no-sign", "-a", "v0.2.0", "-m", "Lectern 0.2.0");
  expect(version()).toBe("0.2.0");
  commit("Go on");
  commit("Go further");
  expect(version()).toBe(`0.2.0+2.g${git("rev-parse", "--short=12", "HEAD")}`);
  expect(version()).toMatch(semantic);
  vi.stubEnv("GIT_DIR", join(folder, "none"));
  expect(version()).toMatch(/\+2\.g/);
  vi.unstubAllEnvs();
});

test("what is no checkout, or one of another project around it, has the version of the package", async () => {
  const { folder, commit } = await checkout();
  commit("Another project");
  const installed = join(folder, "node_modules", "lectern");
  await mkdir(installed, { recursive: true });
  expect(programVersion(installed, "0.2.0")).toBe("0.2.0");
  await writeFile(join(installed, ".git"), "no repository of Git");
  expect(programVersion(installed, "0.2.0")).toBe("0.2.0");
});

test("lectern --version prints it", async () => {
  expect(await lecternIn({}, "", ["--version"])).toEqual({
    status: 0,
    stdout: expect.stringMatching(new RegExp(`${semantic.source.slice(0, -1)}\\n$`)),
    stderr: "",
  });
});
