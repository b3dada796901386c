// Proves contract rules: site-sections, site-changes, site-removals.

import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { packedLectern } from "#cli/packed-commands.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

beforeAll(async () => {
  await applyManifest({
    version: 1,
    users: [{ username: "root", superuser: true }],
    tokens: [{ name: "root", user: "root", secret: "root" }],
  });
});

type Run = (...args: string[]) => Promise<CommandResult>;

const ways: readonly (readonly [string, Run])[] = [
  [
    "over HTTP",
    (...args) => lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: "root" }, "", args, packedLectern),
  ],
  ["on a folder", (...args) => lecternIn({ ...process.env }, "", args)],
];

describe.each(ways)("lectern site, %s", (way, lectern) => {
  const site: Run = (...args) => lectern("site", ...args);
  const slug = way.replace(/\W+/g, "-");

  const got = async (...args: string[]) => parse((await site("get", ...args)).stdout);

  test("get prints all sections, one, or an object, as YAML or JSON", async () => {
    const all = await got();
    expect(Object.keys(all)).toContain("categories");
    expect(all).not.toHaveProperty("digest");
    expect(await got("categories")).toEqual(all.categories);
    expect(await got("parents", "/home/notes")).toMatchObject({ path: "/home/notes", type: "site.Blog" });
    expect(await got("settings", "name")).toBe(all.settings.name);
    expect(JSON.parse((await site("get", "groups", "--json")).stdout)).toEqual(all.groups);
    expect((await site("get", "catgories")).stderr).toContain("'catgories' is no section");
    expect((await site("get", "categories", "none")).stderr).toContain("There is no none in categories");
  });

  test("set makes and changes an object, and nothing else", async () => {
    const made = await site("set", "categories", slug, "name=First ice");
    expect(made).toMatchObject({ status: 0, stdout: `Set categories.\n`, stderr: "" });
    expect(await got("categories", slug)).toMatchObject({ name: "First ice" });
    expect((await site("set", "categories", slug, "name=First ice")).stdout).toBe("Nothing to change.\n");
    await site("set", "settings", "timezone=Europe/Berlin");
    expect(await got("settings", "timezone")).toBe("Europe/Berlin");
    await site("set", "settings", "timezone=null");
    expect(await got("settings", "timezone")).toBeNull();
    await site("set", "groups", "Guests", "pages=[{page: /home, allow: [add]}]");
    expect(await got("groups", "Guests")).toMatchObject({ pages: [{ page: "/home", allow: ["add"] }] });
    await site("set", "groups", "Guests", "pages=[]");
  });

  test("lectern apply --dry-run names what was set beside the manifest", async () => {
    const categories = `categories: [{slug: made-${slug}, name: Made}]\n`;
    const file = await service.write(`${slug}-manifest.yaml`, `version: 1\n${categories}`);
    expect((await lectern("apply", file)).status).toBe(0);
    await site("set", "categories", `made-${slug}`, "name=Changed");
    const { stdout } = await lectern("apply", file, "--dry-run");
    expect(stdout).toBe(
      `changed beside the manifest: category made-${slug} (name)\n` +
        "Nothing was written. Without --dry-run: created 0, updated 1, unchanged 0, deleted 0.\n",
    );
    const asJson = JSON.parse((await lectern("apply", file, "--dry-run", "--json")).stdout);
    expect(asJson.beside).toEqual([`category made-${slug} (name)`]);
    expect((await lectern("apply", file)).stdout).toMatch(/^Done: /);
    expect((await lectern("apply", file, "--dry-run")).stdout).toMatch(/^Nothing to change/);
  });

  test("set takes sections from a file", async () => {
    const file = await service.write(
      `${slug}.yaml`,
      `navigation:\n  - {title: ${slug}, url: /notes/}\nauthors:\n  - {slug: ${slug}, name: Eve}\n`,
    );
    expect(await site("set", "--from", file)).toMatchObject({
      status: 0,
      stdout: "Set navigation, authors.\n",
    });
    expect(await got("navigation")).toEqual([{ title: slug, url: "/notes/" }]);
    expect(await got("authors", slug)).toMatchObject({ name: "Eve" });
    expect((await site("set", "--from", `${file}.none`)).stderr).toContain("cannot be read");
  });

  test("says what is wrong, with its place, and writes nothing", async () => {
    const before = await got();
    const wrong = await site("set", "categories", "not a slug", "name=", "titel=1");
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toContain("set.categories.0.slug");
    expect(wrong.stderr).toContain("set.categories.0.titel");
    expect((await site("set", "categories")).stderr).toContain("NAME is missing");
    expect((await site("set", "categories", "a", "name")).stderr).toContain("Expected MEMBER=VALUE");
    expect((await site("set", "oidc", "a", "b=c")).stderr).toContain("--from FILE");
    expect(await got()).toEqual(before);
  });

  test("remove removes what nothing uses, and says what uses the rest", async () => {
    await site("set", "categories", "spare", "name=Spare");
    const dry = await site("remove", "categories", "spare", "--dry-run");
    expect(dry.stdout).toBe("Would be removed: spare. Nothing was written.\n");
    expect(await site("remove", "categories", "spare")).toMatchObject({
      stdout: "Removed spare.\n",
      status: 0,
    });
    expect(await got("categories")).not.toContainEqual(expect.objectContaining({ slug: "spare" }));
    await createLivePost(world.notes, { categories: [world.birds] });
    const used = await site("remove", "categories", "birds");
    expect([used.status === 0, used.stderr]).toEqual([
      false,
      expect.stringContaining("In use: categories birds"),
    ]);
    expect((await site("remove", "oidc", "a")).stderr).toContain("ISSUER AUDIENCE USER");
  });

  test("a dry run writes nothing", async () => {
    const before = await got();
    const dry = await site("set", "categories", "dry", "name=Dry", "--dry-run");
    expect(dry.stdout).toBe("Would be set: categories. Nothing was written.\n");
    expect(await got()).toEqual(before);
  });
});
