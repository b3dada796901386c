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

/** The service of the demo with this setting, in a working directory of its own. */
const start = (folder: string, setting: string) => {
  const program = startProgram(
    process.execPath,
    [join(root, "local/start.ts"), "--port=0", `--data=${join(folder, "data")}`],
    { cwd: folder, env: { ...ownEnvironment(), SITE_CUSTOM_THEMES: setting } },
  );
  return { program, complaint: text(program.stderr!) };
};

const asBrowser = { headers: { accept: "text/html" } };

describe("the theme that docs/themes.md makes", () => {
  test("has its pages, is listed, is selected by the form, and has its style in the content policy", async () => {
    const folder = await temporaryFolder();
    const { program } = start(folder, await writeDocumentedTheme(folder));
    const url = addressIn(await firstLineOf(program));
    const { items } = await (await fetch(`${url}/api/themes/`)).json();
    expect(items.at(-1)).toEqual({ slug: "harbour", name: "Harbour", selected: false });

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

test("a package of the working directory can be a theme, too", async () => {
  const folder = await temporaryFolder();
  await writeDocumentedTheme(folder);
  const installed = join(folder, "node_modules/harbour-theme");
  await mkdir(installed, { recursive: true });
  const manifest = { name: "harbour-theme", type: "module", exports: "./main.js" };
  await writeFile(join(installed, "package.json"), JSON.stringify(manifest));
  await writeFile(join(installed, "main.js"), 'export { default } from "../../themes/harbour/index.js";');
  const setting = JSON.stringify([{ slug: "quay", name: "Quay", from: "harbour-theme" }]);
  const { program } = start(folder, setting);
  const url = addressIn(await firstLineOf(program));
  expect(await (await fetch(`${url}/notes/?theme=quay`, asBrowser)).text()).toContain("arrival");
});

test("a module that is missing or no JavaScript ends the start in one sentence", async () => {
  const folder = await temporaryFolder();
  const refusal = async () => {
    const setting = JSON.stringify([{ slug: "dusk", name: "Dusk", from: "./dusk.js" }]);
    const { program, complaint } = start(folder, setting);
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
