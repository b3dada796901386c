import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { writeDocumentedTheme } from "#test/support/documented-theme.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

const manifest = `
version: 1
site: { theme_switch: true }
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children:
      - { type: site.Blog, slug: notes, title: Notes, children: [{ type: site.Post, slug: ice, title: Ice }] }
`;

/** The service of a site with this setting, in a working directory of its own. */
const start = async (folder: string, setting: string) => {
  await writeFile(join(folder, "site.yaml"), manifest);
  const options = ["--port=0", `--data=${join(folder, "data")}`, "--manifest=site.yaml"];
  const program = startProgram(process.execPath, [join(root, "local/start.js"), ...options], {
    cwd: folder,
    env: { ...ownEnvironment(), SITE_CUSTOM_THEMES: setting },
  });
  return { program, complaint: text(program.stderr!) };
};

/** A package in a folder, with the documented theme. */
const installTheme = async (folder: string, name: string): Promise<void> => {
  const installed = join(folder, "node_modules", name);
  await mkdir(installed, { recursive: true });
  const description = { name, type: "module", exports: "./main.js" };
  await writeFile(join(installed, "package.json"), JSON.stringify(description));
  await writeFile(join(installed, "main.js"), 'export { default } from "../../themes/harbour/index.js";');
};

const asBrowser = { headers: { accept: "text/html" } };

describe("the theme that docs/themes.md makes", () => {
  test("has its pages, also from a package, is listed, is selected by the form, and has its style in the policy", async () => {
    const folder = await temporaryFolder();
    const documented = JSON.parse(await writeDocumentedTheme(folder));
    // A package of the working directory can be a theme, too.
    await installTheme(folder, "harbour-theme");
    const installed = { slug: "quay", name: "Quay", from: "harbour-theme" };
    const { program } = await start(folder, JSON.stringify([...documented, installed]));
    const url = addressIn(await firstLineOf(program));
    const { items } = await (await fetch(`${url}/api/themes/`)).json();
    expect(items.slice(-2)).toEqual([
      { slug: "harbour", name: "Harbour", selected: false },
      { slug: "quay", name: "Quay", selected: false },
    ]);
    expect(await (await fetch(`${url}/notes/?theme=quay`, asBrowser)).text()).toContain("entry arrival");

    const page = await fetch(`${url}/notes/?theme=harbour`, asBrowser);
    const html = await page.text();
    expect([page.status, html]).toEqual([
      200,
      expect.stringContaining('<article class="entry arrival"><h2>'),
    ]);
    expect(html).toContain('<option value="harbour" selected>');
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html)!;
    expect(style).toContain("--paper: #10181f");
    expect(style).toContain(".arrival { border-left: 4px");
    const digest = createHash("sha256").update(style).digest("base64");
    expect(page.headers.get("content-security-policy")).toContain(`'sha256-${digest}'`);

    const chosen = await fetch(`${url}/api/update_theme/?next=/notes/`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ theme_slug: "harbour" }),
    });
    const cookie = chosen.headers.getSetCookie().map((line) => line.split(";")[0]);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/notes/"]);
    const kept = await fetch(`${url}/notes/`, {
      headers: { ...asBrowser.headers, cookie: cookie.join("; ") },
    });
    expect(await kept.text()).toContain('<article class="entry arrival">');
    expect(await (await fetch(`${url}/notes/`, asBrowser)).text()).not.toContain("arrival");
  });
});

test("a module that is missing or no JavaScript ends the start in one sentence", async () => {
  const folder = await temporaryFolder();
  const refusal = async () => {
    const setting = JSON.stringify([{ slug: "dusk", name: "Dusk", from: "./dusk.js" }]);
    const { program, complaint } = await start(folder, setting);
    expect(await ended(program)).toBe(1);
    return complaint;
  };
  const sentence = "SITE_CUSTOM_THEMES cannot have the theme dusk from ./dusk.js";
  expect(await refusal()).toBe(
    `${sentence}: there is no such module in ${folder}; create it, or correct "from".\n`,
  );
  await writeFile(join(folder, "dusk.js"), "export default (;");
  expect(await refusal()).toBe(
    `${sentence}: it fails with "Unexpected token ';'"; correct it, or remove "from" to have the pages of plain.\n`,
  );
});
