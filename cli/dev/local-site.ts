import { basename, resolve } from "node:path";
import { readPostFiles } from "#cli/publish/files.ts";
import { findPostFiles } from "#cli/publish/walk.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { issueToken } from "#lib/actions/people/tokens.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { InvalidManifest, warningLine } from "#lib/manifest/problem.ts";
import { slugFromTitle } from "#lib/pages/slug.ts";
import { keptFeatureNames } from "#lib/richtext/features.ts";
import { becomeSite, purposeOf } from "#local/demo.ts";
import { PlainError } from "#local/plain-error.ts";
import { type Service, startService } from "#local/service.ts";

export interface LocalSiteOptions {
  readonly folder: string;
  readonly port: number;
  readonly data: string;
  /** A site to show instead of the small one. */
  readonly manifest: string | undefined;
  /** True if the small site has a podcast instead of a blog. */
  readonly podcast: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (line: string) => void;
}

/** A service on this machine, for one folder. */
export interface LocalSite extends Pick<Service, "url" | "failed" | "stop"> {
  readonly token: string;
  /** The path of the small site's blog or podcast. */
  readonly parent: string | undefined;
  /** The address of the small site's blog or podcast. */
  readonly address: string;
  /** Makes the categories, authors and seasons that files name. */
  readonly refresh: () => Promise<void>;
}

const user = "dev";

/** Starts a service with a data directory of its own, whose site has a place for the folder's posts. */
export const startLocalSite = async (options: LocalSiteOptions): Promise<LocalSite> => {
  const { folder, port, data, manifest, environment, warn } = options;
  for (const name of ["DYNAMODB_ENDPOINT", "S3_ENDPOINT"])
    if (environment[name])
      throw new PlainError(`lectern dev keeps its data in a folder of its own; unset ${name}.`);
  const token = newTokenSecret();
  const title = basename(resolve(folder)) || "posts";
  const slug = slugFromTitle(title) || "posts";
  let known = "";
  const refresh = async (): Promise<void> => {
    if (manifest !== undefined) return;
    const names = await namesIn(folder);
    if (JSON.stringify(names) === known) return;
    await applyManifest(smallManifest({ ...options, title, slug }, names));
    known = JSON.stringify(names);
  };
  const prepare = async (path: string | undefined): Promise<void> => {
    if (path !== undefined) {
      if ((await purposeOf(path)) === "demo")
        throw new PlainError(`${data} has the demo; choose another directory with --data.`);
      await becomeSite(path);
    }
    if (manifest !== undefined)
      await applyManifest(manifest, {
        environment,
        warn: (problem) => warn(`${manifest}:${warningLine(problem)}`),
      }).catch((error: unknown) => {
        if (!(error instanceof InvalidManifest)) throw error;
        throw new PlainError(error.message.replaceAll(/^/gm, `${manifest}:`), { cause: error });
      });
    await refresh();
    const { id: userId } = await putUser(user, (current) => current ?? superuser);
    // The secret of the last start ends.
    await issueToken("lectern dev", () => ({ userId, scopes: null, hash: hashOfSecret(token) }));
  };
  const service = await startService({ port, host: "127.0.0.1", data, prepare });
  const isSmall = manifest === undefined;
  return {
    ...{ url: service.url, failed: service.failed, stop: service.stop, token, refresh },
    parent: isSmall ? `/home/${slug}` : undefined,
    address: isSmall ? `${service.url}/${slug}/` : `${service.url}/`,
  };
};

const superuser = {
  ...{ email: "", passwordHash: null, active: true, staff: true, superuser: true, groups: [] },
} as const;

interface Names {
  readonly categories: readonly string[];
  readonly authors: readonly string[];
  /** Numbers of seasons. */
  readonly seasons: readonly number[];
}

/** The names, by slugs and numbers, in files without faults. */
const namesIn = async (folder: string): Promise<Names> => {
  const { posts } = await readPostFiles((await findPostFiles([folder], undefined)).files);
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  return {
    categories: sorted(posts.flatMap(({ categories }) => categories.map(({ text }) => text))),
    authors: sorted(posts.flatMap(({ post }) => post.authors ?? [])),
    seasons: sorted(posts.flatMap(({ mediaKeys }) => mediaKeys.season?.text ?? []))
      .filter((text) => /^[1-9]\d{0,5}$/.test(text))
      .map(Number),
  };
};

const seasonOf = (number: number) => ({ key: `season-${number}`, number, name: `Season ${number}` });

/** A home page and a blog, in which texts keep all formatting. */
const smallManifest = (
  {
    title,
    slug,
    podcast,
  }: Pick<LocalSiteOptions, "podcast"> & { readonly title: string; readonly slug: string },
  { categories, authors, seasons }: Names,
) => ({
  version: 1,
  site: { name: title, rich_text_features: [...keptFeatureNames] },
  categories: categories.map((each) => ({ slug: each, name: each })),
  authors: authors.map((each) => ({ slug: each, name: each })),
  pages: [
    {
      ...{ type: "site.HomePage", slug: "home", title },
      children: [
        podcast
          ? { type: "site.Podcast", slug, title, seasons: seasons.map(seasonOf) }
          : { type: "site.Blog", slug, title },
      ],
    },
  ],
});
