import type { Terminal } from "#cli/publish/progress.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import type { ManifestProblem } from "#lib/manifest/problem.ts";
import type { CommentState } from "#lib/pages/comment.ts";
import type { StatisticsQuery } from "#lib/queries/statistics-query.ts";
import type { pageActions } from "#lib/routes/administration.ts";
import type { SiteStatistics } from "#lib/routes/administration-statistics.ts";
import type { SiteStatus } from "#lib/routes/administration-status.ts";

/**
 * The operations of administrators' commands on a site: on a service over HTTP, or on its store, which this
 * process opens. All throw an error with a sentence for people: a `PlainError` or a `Refusal`.
 */
export interface SiteAdministration extends AsyncDisposable {
  readonly users: () => Promise<readonly ListedUser[]>;
  readonly createUser: (user: UserToCreate) => Promise<void>;
  readonly changeUser: (username: string, changes: UserChanges) => Promise<void>;

  readonly tokens: () => Promise<readonly ListedToken[]>;
  /** Gives the secret, and the ids of what the token is limited to. */
  readonly createToken: (token: TokenToCreate) => Promise<CreatedToken>;
  readonly revokeToken: (name: string) => Promise<void>;

  /** The id of the page at a path such as `/home/notes`; `/` is the root. */
  readonly pageAt: (path: string) => Promise<number>;
  readonly changePage: (pageId: number, change: PageAction) => Promise<PageAfterAction>;
  readonly bin: () => Promise<readonly ListedBinned[]>;
  readonly createPreviewLink: (pageId: number, link: PreviewLinkToCreate) => Promise<CreatedPreviewLink>;
  readonly previewLinks: (pageId: number) => Promise<readonly ListedPreviewLink[]>;
  readonly revokePreviewLink: (pageId: number, id: number) => Promise<void>;

  readonly comments: (
    state: CommentState,
    limit: number,
  ) => Promise<{ readonly count: number; readonly comments: readonly ListedComment[] }>;
  readonly judgeComment: (id: number, state: CommentVerdict) => Promise<JudgedComment>;

  readonly webhooks: () => Promise<readonly ListedWebhook[]>;
  /** Gives the id of the delivery. */
  readonly testWebhook: (id: number) => Promise<number>;
  readonly deliveries: (id: number, limit: number) => Promise<readonly ListedDelivery[]>;
  /** Gives the id of the delivery that is sent: the same one if it still waits. */
  readonly replayDelivery: (id: number, delivery: number) => Promise<number>;

  /** The site's own things by section, and the digest of that state. */
  readonly siteThings: () => Promise<SiteSections & { readonly digest: string | null }>;
  /** Changes some of them; gives whether anything is another than before. */
  readonly changeSiteThings: (change: ChangeOfSite, dryRun: boolean) => Promise<boolean>;

  readonly status: () => Promise<ShownStatus>;
  readonly statistics: (query: StatisticsQuery) => Promise<ShownStatistics>;
  /** Counts in log files of CloudFront; only with the store. */
  readonly logStatistics?: (files: readonly string[], path: string | undefined) => Promise<ShownStatistics>;
  readonly exportSite: () => Promise<ExportedSite>;
  /** Makes the site match a manifest's file. Throws as `applyManifest` does. */
  readonly applyFile: (file: string, wishes: ApplyFileOptions) => Promise<Outcome>;
}

/** Sections of a site's own things (contract#site-sections), as they are sent. */
export type SiteSections = Readonly<Record<string, unknown>>;

/** What is set and removed, by section. */
export interface ChangeOfSite {
  readonly set?: SiteSections;
  readonly remove?: SiteSections;
}

export interface ApplyFileOptions {
  /** The variables that `env:NAME` names. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The terminal that shows progress. */
  readonly stderr: Terminal;
  readonly dryRun: boolean;
  readonly prune: boolean | "all";
  /** Receives warnings. */
  readonly warn: (problem: ManifestProblem) => void;
  /** Answers whether the demo may end, when `stderr` has been told what ends with it. Left out: it may. */
  readonly mayEndDemo?: () => Promise<boolean>;
}

/** A site as a manifest, and its files. */
export interface ExportedSite {
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The environment variables for passwords and secrets. */
  readonly variables: readonly string[];
  /** Media, by their paths beside the manifest. */
  readonly files: readonly {
    readonly path: string;
    /** The file's key in the store. */
    readonly key: string;
    /** The size when it was stored. */
    readonly sizeBytes: number;
    readonly read: () => Promise<AsyncIterable<Uint8Array>>;
  }[];
}

export type ShownStatus = SiteStatus;

export type ShownStatistics = SiteStatistics;

export interface ListedUser {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly active: boolean;
  readonly staff: boolean;
  readonly superuser: boolean;
}

export interface UserToCreate {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly staff: boolean;
  readonly superuser: boolean;
  /** Null for an account that cannot sign in with a password. */
  readonly password: string | null;
}

export interface UserChanges {
  readonly password?: string;
  readonly active?: boolean;
}

export interface ListedToken {
  readonly name: string;
  readonly user: string | null;
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
  readonly parents: readonly number[] | null;
  readonly collections: readonly number[] | null;
  readonly created_at: string;
}

/** A token to make; null is no limit. */
export interface TokenToCreate {
  readonly user: string;
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: string | null;
  /** Paths of pages and collections. */
  readonly parents: readonly string[] | null;
  readonly collections: readonly string[] | null;
}

export interface CreatedToken {
  readonly secret: string;
  readonly parents: readonly number[] | null;
  readonly collections: readonly number[] | null;
}

export interface PageAction {
  readonly action: (typeof pageActions)[number];
  readonly owner?: string | null;
  readonly publish_at?: string;
}

export interface PageAfterAction {
  readonly page: {
    readonly slug: string;
    readonly workflow: { readonly name: string; readonly task: string; readonly state: string } | null;
  } | null;
  readonly deleted: number;
}

export interface ListedBinned {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly deleted_at: string;
  readonly expires_at: string;
}

export interface PreviewLinkToCreate {
  readonly expiresInSeconds: number;
  readonly revisionId: number | null;
}

export interface CreatedPreviewLink {
  readonly id: number;
  readonly url: string;
  readonly json_url: string;
  readonly expires_at: string;
}

export interface ListedPreviewLink {
  readonly id: number;
  readonly revision: number | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

export type CommentVerdict = Exclude<CommentState, "pending">;

export interface ListedComment {
  readonly id: number;
  readonly page: number;
  readonly state: string;
  readonly score: number | null;
  readonly created_at: string;
  readonly author_name: string;
  readonly text: string;
}

export type JudgedComment = Pick<ListedComment, "author_name" | "state">;

export interface ListedWebhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly active: boolean;
  readonly problem: string | null;
}

export interface ListedDelivery {
  readonly id: number;
  readonly state: string;
  readonly type: string;
  readonly tries: number;
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly problem: string | null;
}
