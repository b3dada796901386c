import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parse } from "yaml";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { demoEnvironment, demoManifest } from "#local/demo.ts";
import { keyPair, signedToken } from "#test/support/stand-in-issuer.ts";
import type { ExampleSite } from "./scenario.ts";

const password = "reed and rush";

/** The example site, with a token that may do everything, a workflow, and comments. */
export const applyExampleSite = async (later: ExampleSite["later"]): Promise<ExampleSite> => {
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
  manifest.site.agent_sign_in = true;
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
