import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { lectern } from "#test/cli/lectern.ts";
import { usePublishing } from "#test/cli/publish-service.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { deploymentSettings, settingsSummary } from "../../stacks/settings.ts";

useTable();
useFiles();
const service = usePublishing();

const page = readFileSync("docs/first-deployment.md", "utf8");

/** What the page shows below a heading, of one language; what commands print has none. */
const shownBelow = (heading: string, language: string): string => {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const blocks = section.split(/^## /m)[0]!.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  const [shown] = [...blocks].filter(([, its]) => its === language);
  if (!shown) throw new Error(`The page shows no ${language || "output"} below "${heading}".`);
  return shown[2]!;
};

let applied: string;
let token: string;

beforeAll(async () => {
  vi.stubEnv("ADA_PASSWORD", "nine reeds and one otter asleep");
  const manifest = await service.write("site.yaml", shownBelow("6. The site", "yaml"));
  applied = (await lectern("apply", manifest)).stdout;
  token = (await lectern("token", "create", "ada", "--name", "first")).stdout.trim();
});

test("the settings of the page are complete, and are summed up as it shows", () => {
  const lines = shownBelow("3. Settings", "sh").matchAll(/^echo (\w+)=(\S+) >>? \.env\.production$/gm);
  const environment = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  expect(Object.keys(environment)).toEqual(["AWS_REGION", "ALARM_EMAIL"]);
  const [summary] = shownBelow("4. The deployment", "").split("\n");
  expect(settingsSummary("production", deploymentSettings("production", environment))).toBe(summary);
});

test("the manifest of the page is applied as it shows, and a second time changes nothing", async () => {
  expect(applied).toBe(shownBelow("6. The site", ""));
  const manifest = await service.write("site.yaml", shownBelow("6. The site", "yaml"));
  expect((await lectern("apply", manifest)).stdout).toMatch(/^Nothing to change:/);
});

test("the post of the page is published as it shows, and a second time unchanged", async () => {
  const file = await service.write("posts/first-ice.md", shownBelow("7. A post", "markdown"));
  const publish = () => service.publish(file, "--parent", "/home/notes", "--token", token);
  const first = await publish();
  expect(first).toMatchObject({ status: 0, stderr: "" });
  const printed = first.stdout.replaceAll(service.url, "LECTERN_URL").replaceAll(file, "posts/first-ice.md");
  expect(printed).toBe(shownBelow("7. A post", ""));
  expect((await publish()).stdout).toMatch(/1 file: 1 unchanged\n$/);
});

test("the warning of new accounts on the page is the deployment's", () => {
  const [, warning = ""] = shownBelow("4. The deployment", "").split("\n");
  const source = readFileSync("stacks/account-quotas.ts", "utf8");
  const parts = warning.split(" 10 ");
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(source).toContain(part);
});
