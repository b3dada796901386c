// Proves contract rules: site-changes, site-conflicts.

import { describe, expect, test } from "vitest";
import { exportManifest } from "#lib/manifest/export.ts";
import { changeSiteDocument, readSiteDocument } from "#lib/manifest/site/change-site-document.ts";
import { updateSiteThings } from "#lib/routes/administration-site.ts";
import { call } from "#test/support/call.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { randomFrom } from "#test/support/random.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { useWorld } from "#test/support/world.ts";
import { changeThings, readThings } from "./site-things.ts";

useWorld();

type Things = Readonly<Record<string, unknown>>;

/** What a state has, but for its digest and ids. */
const without = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(without);
  if (typeof part !== "object" || part === null) return part;
  const { digest: _, id: __, managed_by: ___, ...rest } = part as Things;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, without(value)]));
};

const caller = { groups: [], trustId: undefined };

const change = {
  set: {
    categories: [{ slug: "ice", name: "Ice" }],
    parents: [
      { path: "/home/tides", type: "site.Podcast", title: "Tides", seasons: [{ key: "s", number: 1 }] },
    ],
    restrictions: [{ page: "/home/tides", type: "groups", groups: ["Readers"] }],
    webhooks: [{ name: "builds", url: "https://builds.example", secret: `whsec_${"a".repeat(44)}` }],
    redirects: [{ from: "/old/", to: "/home/tides" }],
  },
  rename: { parents: { "/home/notes": "/home/letters" } },
  remove: { categories: ["weather"] },
};

const undoing = {
  rename: { parents: { "/home/letters": "/home/notes" } },
  remove: {
    categories: ["ice"],
    parents: ["/home/tides"],
    restrictions: ["/home/tides"],
    webhooks: ["builds"],
    redirects: ["/old/"],
  },
  set: { categories: [{ slug: "weather", name: "Weather" }] },
};

describe("a change of the site's own things", () => {
  test("leaves nothing half, killed at any request or failing after it", async () => {
    const names = ({ categories, parents, restrictions, webhooks, redirects }: Things) =>
      without([categories, parents, restrictions, webhooks, redirects]);
    const before = names((await readSiteDocument()).document);
    const work = async (body: object) =>
      changeSiteDocument({ baseDigest: (await readSiteDocument()).digest, ...body, caller, exposed: false });
    await work(change);
    const after = names((await readSiteDocument()).document);
    expect(after).not.toEqual(before);
    await work(undoing);
    let [nothing, all] = [0, 0];
    for (const how of ["for good", "after"] as const)
      for (let index = 0; ; index++) {
        const isReached = await failingAt(index, how, () => work(change).catch(() => {}));
        const now = names((await readSiteDocument()).document);
        if (!isReached) {
          expect(now).toEqual(after);
          await work(undoing);
          break;
        }
        const isWhole = JSON.stringify(now) === JSON.stringify(after);
        if (isWhole) {
          all++;
          await work(undoing);
        } else {
          nothing++;
          expect(sorted(now)).toEqual(sorted(before));
        }
      }
    expect([nothing > 20, all > 0]).toEqual([true, true]);
    expect(await verifyCatalog()).toEqual([]);
  });

  test("of two administrators at once, one is made, and the other is a conflict", async () => {
    const { digest } = await readThings();
    const send = (name: string) =>
      call(updateSiteThings, {
        as: "su",
        body: {
          base_digest: digest,
          set: { settings: { name }, parents: [{ path: `/home/${name}`, type: "site.Blog", title: name }] },
        },
      });
    for (const nth of [1]) {
      const { slow, fast } = await overtaken(
        () => send("slow"),
        () => send("fast"),
        { nth },
      );
      expect([slow.status, slow.body.code, fast.status]).toEqual([409, "site_conflict", 200]);
      const things = await readThings();
      expect([things.settings.name, slow.body.digest]).toEqual(["fast", things.digest]);
      expect(JSON.stringify(things)).not.toContain("/home/slow");
    }
  });

  test("of two changes of different parents at once, too", async () => {
    const { digest } = await readThings();
    const send = (path: string) =>
      call(updateSiteThings, {
        as: "su",
        body: { base_digest: digest, set: { parents: [{ path, title: "Changed" }] } },
      });
    const { slow, fast } = await overtaken(
      () => send("/home/notes"),
      () => send("/home/calls"),
    );
    expect([slow.status, slow.body.code, fast.status]).toEqual([409, "site_conflict", 200]);
  });

  test("of many administrators at once, one is made", async () => {
    const { digest } = await readThings();
    const random = randomFrom(5);
    const { result } = await withPauses(
      () => random.below(8),
      () =>
        Promise.all(
          Array.from({ length: 4 }, (_, index) =>
            call(updateSiteThings, {
              as: "su",
              body: { base_digest: digest, set: { authors: [{ slug: `author-${index}`, name: "A" }] } },
            }),
          ),
        ),
    );
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { authors } = await readThings();
    expect(authors).toHaveLength(1);
  });

  test("in any order of changes, the site is what they say", async () => {
    const random = randomFrom(11);
    const model = new Map<string, Map<string, Things>>();
    const start = await readThings();
    for (const section of ["categories", "groups", "redirects"])
      model.set(section, new Map(start[section].map((object: Things) => [nameOf(object), own(object)])));
    const used = new Set(["Editors", "Writers", "Correctors", "Guests", "Readers"]);
    const fresh = (section: string, name: string): Things =>
      section === "categories"
        ? { slug: name, name: `Category ${random.below(9)}` }
        : section === "groups"
          ? { name, admin_access: random.below(2) === 1 }
          : { from: `/${name}/`, to: ["/home", "/home/calls"][random.below(2)]! };
    for (let round = 0; round < 40; round++) {
      const set: Record<string, Things[]> = {};
      const remove: Record<string, string[]> = {};
      const rename: Record<string, Record<string, string>> = {};
      for (const [section, objects] of model) {
        const touched = new Set<string>();
        for (let count = random.below(3); count > 0; count--) {
          const object = fresh(section, `thing-${random.below(8)}`);
          if (touched.has(nameOf(object))) continue;
          touched.add(nameOf(object));
          set[section] = [...(set[section] ?? []), object];
        }
        const free = [...objects.keys()].filter((name) => !touched.has(name) && !used.has(name));
        if (random.below(3) === 0 && free.length > 0) {
          const name = free[random.below(free.length)]!;
          if (random.below(2) === 0) {
            remove[section] = [name];
            objects.delete(name);
          } else {
            const to = section === "redirects" ? `/renamed-${round}/` : `renamed-${round}`;
            rename[section] = { [name]: to };
            const object = objects.get(name)!;
            const renamed =
              section === "categories"
                ? { ...object, slug: to }
                : section === "groups"
                  ? { ...object, name: to }
                  : { ...object, from: to };
            objects.delete(name);
            objects.set(to, renamed);
          }
        }
        for (const object of set[section] ?? [])
          objects.set(nameOf(object), own({ ...objects.get(nameOf(object)), ...object }));
      }
      const { status, text } = await changeThings({ set, remove, rename });
      expect([round, status, status === 200 ? "" : text]).toEqual([round, 200, ""]);
      const things = await readThings();
      for (const [section, objects] of model)
        expect([round, section, byName(things[section].map(own))]).toEqual([
          round,
          section,
          byName([...objects.values()]),
        ]);
    }
    const { manifest } = await exportManifest();
    for (const [section, objects] of model)
      expect(byName((manifest[section] as Things[]).map(own))).toEqual(byName([...objects.values()]));
    expect(await verifyCatalog()).toEqual([]);
  });
});

const nameOf = (object: Things): string => String(object.slug ?? object.from ?? object.name);

/** Without ids and defaults. */
const own = ({ id: _, managed_by: __, ...object }: Things): Things =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== false));

const byName = (objects: readonly Things[]) =>
  objects.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

const sorted = (part: unknown) =>
  (part as unknown[][]).map((list) => list.map((each) => JSON.stringify(each)).toSorted());
