import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readableJson } from "#lib/openapi/readable-json.ts";
import { routes } from "#lib/routes/table.ts";
import { demoEnvironment, demoManifest } from "#local/demo.ts";
import { useClock } from "#test/support/clock.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { keyPair, signedToken } from "#test/support/stand-in-issuer.ts";
import { useTable } from "#test/support/table.ts";
import { recordExamples } from "./recording.ts";
import { type ExampleSite, scenario } from "./scenario.ts";

useTable();
useServedFiles();
const later = useClock();

const password = "reed and rush";

/** The example site, with a token that may do everything, a workflow, and comments. */
const applySite = async (): Promise<ExampleSite> => {
  process.env.SITE_COMMENTS_ENABLED = "true";
  const manifest = parse(await readFile(demoManifest, "utf8"));
  manifest.tokens.push({
    name: "examples",
    user: "ada",
    secret: "editor",
    scopes: ["write", "publish", "delete"],
  });
  manifest.users.push({ username: "grace", password, superuser: true });
  manifest.workflows = [
    {
      name: "Review",
      tasks: [{ name: "Reading", groups: ["Editors"] }],
      pages: ["/home/notes", "/home/calls"],
    },
  ];
  const issuer = "https://token.actions.githubusercontent.com";
  const trust = { audience: "https://notes.example.org", claims: { repository: "a-writer/a-blog" } };
  const key = keyPair("example");
  manifest.oidc = [
    { issuer, ...trust, jwks: { keys: [key.jwk] }, user: "ada", scopes: ["write", "publish"] },
  ];
  const [home] = manifest.pages;
  home.children[0].children.at(-1).restriction = { type: "password", password };
  const environment = demoEnvironment({
    token: "demo".repeat(10),
    passwords: { ada: password, bo: password },
  });
  const { ids } = await applyManifest(manifest, { environment, folder: dirname(demoManifest) });
  const { pages, images, audios } = ids;
  return {
    notes: pages.notes!,
    calls: pages.calls!,
    post: pages["how-we-count"]!,
    restricted: pages["an-evening-at-the-sheet"]!,
    episode: pages["a-bittern-three-times"]!,
    image: images.heron!,
    audio: audios.bittern!,
    password,
    subjectToken: await signedToken(
      { iss: issuer, aud: trust.audience, ...trust.claims, exp: clock.nowMs() / 1000 + 300 },
      key,
    ),
    later,
  };
};

const file = join(root, "lib/openapi/examples.json");

/** `npm run examples` records them anew. */
test("every operation of the OpenAPI document has an example, and the service answers as it says", async () => {
  const examples = await recordExamples(async (show) => scenario(show, await applySite()));
  expect(Object.keys(examples)).toEqual(routes.map(({ id }) => id).sort());
  const text = `${readableJson(JSON.parse(JSON.stringify(examples)))}\n`;
  if (process.env.RECORD_EXAMPLES) await writeFile(file, text);
  expect(await readFile(file, "utf8")).toBe(text);
});
