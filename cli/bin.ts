import { purgePage } from "#lib/actions/pages/purge-page.ts";
import { restorePage } from "#lib/actions/pages/restore-page.ts";
import { expiryOf } from "#lib/pages/binned-page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readBin, readStoredBinned } from "#lib/store/bin.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** `lectern page bin`: lists the posts in the bin. */
export const pageBin: RunCommand = async (args, context) => {
  const options = { ...storeOptions, json: { type: "boolean" } } as const;
  const { json, ...choice } = parseArguments(args, options, []);
  await using _store = await openStore(choice, context);
  const posts = (await readBin()).map((binned) => ({
    id: binned.page.id,
    slug: binned.page.draftSlug,
    title: binned.title,
    deleted_at: binned.deletedAt,
    expires_at: expiryOf(binned),
  }));
  if (json) printJson(context.stdout, posts);
  else {
    const rows = posts.map((post) => [`${post.id}`, post.deleted_at, post.expires_at, post.slug, post.title]);
    printLines(context.stdout, aligned([["id", "deleted", "leaves the bin", "slug", "title"], ...rows]));
  }
  return 0;
};

/** `lectern page restore`: takes a post out of the bin, as a draft. */
export const pageRestore: RunCommand = async (args, context) => {
  const { ID, ...choice } = parseArguments(args, storeOptions, ["ID"]);
  const id = idFrom(ID);
  await using _store = await openStore(choice, context);
  const { page } = await restorePage(id, {
    userId: null,
    permit: (binned, parent) => {
      if (!binned) throw notThere(id);
      if (!parent) throw new Refusal("parent_gone");
    },
  });
  printLines(context.stdout, [`Restored ${id} as a draft with the slug ${page.slug}.`]);
  return 0;
};

/** `lectern page purge`: deletes a post in the bin for good. */
export const pagePurge: RunCommand = async (args, context) => {
  const { ID, ...choice } = parseArguments(args, storeOptions, ["ID"]);
  const id = idFrom(ID);
  await using _store = await openStore(choice, context);
  if (!(await purgePage(() => readStoredBinned(id)))) throw notThere(id);
  printLines(context.stdout, [`Deleted ${id} for good.`]);
  return 0;
};

const idFrom = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new UsageError(`'${text}' is not the id of a page`);
  return Number(text);
};

const notThere = (id: number): PlainError => new PlainError(`There is no post ${id} in the bin.`);
