import { idFrom, parseArguments, siteOptions } from "./arguments.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";

/** `lectern page bin`: lists the posts in the bin. */
export const pageBin: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, json: { type: "boolean" } } as const;
  const { json, ...choice } = parseArguments(args, options, []);
  await using site = await context.openSite(choice, context);
  const posts = (await site.bin()).map(({ id, slug, title, deleted_at, expires_at }) => ({
    ...{ id, slug, title, deleted_at, expires_at },
  }));
  if (json) printJson(context.stdout, posts);
  else {
    const rows = posts.map((post) => [`${post.id}`, post.deleted_at, post.expires_at, post.slug, post.title]);
    printLines(context.stdout, aligned([["id", "deleted", "leaves the bin", "slug", "title"], ...rows]));
  }
  return 0;
};

/** `lectern page restore`: takes a post out of the bin, as a draft. */
export const pageRestore: RunAdministration = async (args, context) => {
  const { ID, ...choice } = parseArguments(args, siteOptions, ["ID"]);
  const id = idFrom(ID, "page");
  await using site = await context.openSite(choice, context);
  const { page } = await site.changePage(id, { action: "restore" });
  printLines(context.stdout, [`Restored ${id} as a draft with the slug ${page?.slug}.`]);
  return 0;
};

/** `lectern page purge`: deletes a post in the bin for good. */
export const pagePurge: RunAdministration = async (args, context) => {
  const { ID, ...choice } = parseArguments(args, siteOptions, ["ID"]);
  const id = idFrom(ID, "page");
  await using site = await context.openSite(choice, context);
  await site.changePage(id, { action: "purge" });
  printLines(context.stdout, [`Deleted ${id} for good.`]);
  return 0;
};
