import { delimiter } from "node:path";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { parseCustomBlocks } from "#lib/blocks/parse-custom-blocks.ts";
import { maxImageBytes } from "#lib/media/image-rules.ts";
import type { UploadLimits } from "#lib/media/upload.ts";
import { type PostFilterName, parsePostFilterNames } from "#lib/queries/post-filter-names.ts";
import { parseRichTextFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import type { Scope } from "#lib/routes/route.ts";
import { parseCustomThemes } from "#lib/themes/parse-custom-themes.ts";
import { parsePlayerThemes } from "#lib/themes/parse-player-themes.ts";
import type { PlayerThemes } from "#lib/themes/player-theme.ts";
import type { ThemeName } from "#lib/themes/theme-names.ts";

/**
 * The configuration, read from the environment at the moment of asking, so that nothing is decided at import
 * time. Names and defaults of the settings: docs/settings.md. Values that are not strings are JSON.
 */
export const config = {
  /** The one table. */
  tableName: (): string => text("TABLE_NAME") ?? "lectern",

  /** Connection settings of the DynamoDB client: an engine's endpoint when one is configured, else AWS as its SDK finds it. */
  dynamodb: () => endpointSettings("DYNAMODB_ENDPOINT"),

  /** What it takes to sign a request to DynamoDB by hand, beside an engine or in a Lambda; elsewhere only the SDK knows. */
  dynamodbAccess: (): DynamodbAccess | undefined => {
    const { endpoint, region, credentials } = config.dynamodb();
    if (endpoint) return { endpoint, region, credentials };
    const access = lambdaAccess();
    return access && { endpoint: `https://dynamodb.${access.region}.amazonaws.com`, ...access };
  },

  /** Where files are kept: in a folder of this machine, or in a bucket. */
  files: (): FilesSettings => {
    const folder = text("FILES_FOLDER");
    if (folder)
      return {
        kind: "disk",
        folder,
        address: text("FILES_ADDRESS") ?? "",
        signingKey: text("FILES_SIGNING_KEY") ?? "",
      };
    return { kind: "s3", bucket: bucketName(), ...s3Connection() };
  },

  /** `FILES_PATH`: the path below which the site itself hands presigned downloads on to the bucket, where it does. */
  filesPath: (): string | undefined => text("FILES_PATH"),

  /** Where a file can be read from without the S3 client; undefined where nothing says so, and where only the AWS SDK knows the way. */
  readableFiles: (): ReadableFiles | undefined => {
    const folder = text("FILES_FOLDER");
    return folder ? { kind: "disk", folder } : bucketAccess();
  },

  /** True where a machine of its own shall keep files in somebody's bucket rather than in its data directory. */
  usesBucket: (): boolean => text("S3_ENDPOINT") !== undefined,

  /** Where this process keeps its catalog: a file that may vanish at any time, or `:memory:`. */
  catalogFile: (): string => text("CATALOG_FILE") ?? "/tmp/lectern-catalog.db",

  /** Where this process keeps its index of words: likewise; beside the catalog unless it is told otherwise. */
  fullTextFile: (): string => {
    const catalog = config.catalogFile();
    return text("FULL_TEXT_FILE") ?? (catalog === ":memory:" ? catalog : fullTextFileBeside(catalog));
  },

  /** `SITE_AUDIO_UPLOAD_MAX_BYTES` and `SITE_VIDEO_UPLOAD_MAX_BYTES`: the largest file of a kind that is taken, in bytes. */
  maxUploadBytes: (kind: "audio" | "video"): number =>
    whole(`SITE_${kind.toUpperCase()}_UPLOAD_MAX_BYTES`, "bytes", defaultMaxUploadBytes[kind]),

  /** The largest file of any kind that is taken, in bytes. */
  largestFileBytes: (): number =>
    Math.max(maxImageBytes, config.maxUploadBytes("audio"), config.maxUploadBytes("video")),

  /** `SITE_UPLOADS_MAX_COUNT` and `SITE_UPLOADS_MAX_BYTES`: what the upload sessions of a user may come to together. */
  uploadLimits: (): UploadLimits => ({
    maxCount: whole("SITE_UPLOADS_MAX_COUNT", "uploads", 100),
    maxBytes: whole("SITE_UPLOADS_MAX_BYTES", "bytes", 5 * config.largestFileBytes()),
  }),

  /** `TRUST_FORWARDED_HOST`: true where the proxy in front sets `x-forwarded-host` itself, so that it can be believed. */
  trustsForwardedHost: (): boolean => text("TRUST_FORWARDED_HOST") === "true",

  /** `SITE_ALLOWED_HOSTS`: further names of this service. Throws an error of one sentence when the setting is wrong. */
  allowedHosts: (): readonly string[] => {
    const set = json("SITE_ALLOWED_HOSTS") ?? [];
    const isName = (name: unknown) =>
      typeof name === "string" && /^(\*\.)?[a-z\d_]([a-z\d_.-]*[a-z\d_])?$|^\[[\da-f:.]+\]$/i.test(name);
    if (Array.isArray(set) && set.every(isName)) return set;
    throw new Error(
      "The setting SITE_ALLOWED_HOSTS is wrong: a list of names without scheme and port is expected, such as " +
        `["blog.example.org", "*.example.org"], not ${JSON.stringify(set)}.`,
    );
  },

  /** `PROXY_SECRET`: what the proxy in front sends along to be believed about its clients' addresses. Throws an error of one sentence when it is short. */
  proxySecret: (): string | undefined => {
    const secret = text("PROXY_SECRET");
    if (secret !== undefined && secret.length < 32)
      throw new Error("The setting PROXY_SECRET has less than 32 characters; take a longer one.");
    return secret;
  },

  /** The key that addresses in the log are hashed with, the same in all processes of a service where it has a secret. */
  addressKey: (): string | undefined => text("PROXY_SECRET") ?? text("FILES_SIGNING_KEY"),

  /** True where every request is logged, not only those that went wrong. */
  logsRequests: (): boolean => text("LOG_REQUESTS") === "true",

  /** `SITE_EDITOR_SCOPES`: per action, the scope strings that satisfy it. An action that is missing is closed to scoped tokens. */
  editorScopes: (): Partial<Record<Scope, readonly string[]>> => {
    const set = json("SITE_EDITOR_SCOPES") as Record<string, string | readonly string[]> | undefined;
    if (!set) return defaultScopes;
    const lists = Object.entries(set).map(([action, accepted]) => [
      action,
      typeof accepted === "string" ? [accepted] : accepted,
    ]);
    return { delete: defaultScopes.delete, ...Object.fromEntries(lists) };
  },

  /**
   * `SITE_AUTHENTICATION_CLASSES`: the kinds of credentials that are accepted; the first one says how callers without any are
   * refused. Throws an error of one sentence when the setting is wrong.
   */
  authenticationClasses: (): readonly AuthenticationClass[] => {
    const set = json("SITE_AUTHENTICATION_CLASSES") ?? authenticationClasses;
    const isRight =
      Array.isArray(set) &&
      set.length > 0 &&
      new Set(set).size === set.length &&
      set.every((name) => authenticationClasses.includes(name));
    if (isRight) return set;
    throw new Error(
      'The setting SITE_AUTHENTICATION_CLASSES is wrong: a list of "session" and "token", each at most once, ' +
        `is expected, not ${JSON.stringify(set)}.`,
    );
  },

  /** Every scope string that a token may carry to some effect, and the built-in ones, which other versions of the setting may accept. */
  knownScopes: (): readonly string[] => [
    ...new Set([...Object.values(defaultScopes), ...Object.values(config.editorScopes())].flat()),
  ],

  /** `SITE_RICH_TEXT_FEATURES`: what paragraphs may contain. */
  richTextFeatures: (): readonly RichTextFeature[] => parseRichTextFeatures(json("SITE_RICH_TEXT_FEATURES")),

  /** `SITE_EDITOR_MARKDOWN`: false where the editor API shall take sections as blocks only. */
  takesMarkdown: (): boolean => json("SITE_EDITOR_MARKDOWN") !== false,

  /** `SITE_POST_BODY_BLOCKS`: the custom blocks of posts. Throws an error of one sentence when the setting is wrong. */
  postBodyBlocks: (): CustomBlocks | undefined =>
    parseCustomBlocks(json("SITE_POST_BODY_BLOCKS"), config.richTextFeatures()),

  /** `SITE_CUSTOM_THEMES`: the themes that the site has besides the built-in ones. Throws an error of one sentence when the setting is wrong. */
  customThemes: (): readonly ThemeName[] => parseCustomThemes(json("SITE_CUSTOM_THEMES")),

  /** `SITE_WEBPLAYER_PLAYER_THEMES`: colours and fonts of web players. Throws an error of one sentence when the setting is wrong. */
  playerThemes: (): PlayerThemes => parsePlayerThemes(json("SITE_WEBPLAYER_PLAYER_THEMES")),

  /** `ADMIN_GLOBAL_EDIT_LOCK`: edit locks bind their owner too. */
  globalEditLock: (): boolean => json("ADMIN_GLOBAL_EDIT_LOCK") === true,

  /** `SITE_EDITOR_MEDIA_PROBE_SECONDS` in milliseconds: what probing one upload may take, everything together. */
  mediaProbeMs: (): number => Math.ceil(seconds("SITE_EDITOR_MEDIA_PROBE_SECONDS", 10) * 1000),

  /** `SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS`: how long an upload keeps its user from another one at most. */
  uploadLockSeconds: (): number => seconds("SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS", 7_200),

  /** The name of the function that probes media; where there is none, whoever wants to know probes by itself. */
  proberFunction: (): string | undefined => text("PROBER_FUNCTION"),

  /** `FFPROBE_PATH`, `FFMPEG_PATH`: a program instead of the one that would be found. */
  programPath: (program: "ffprobe" | "ffmpeg"): string | undefined => text(`${program.toUpperCase()}_PATH`),

  /** The folders in which the system looks for programs. */
  programFolders: (): readonly string[] => (text("PATH") ?? "").split(delimiter).filter(Boolean),

  /** `SITE_PUBLIC_IMAGES_API`: the list of images is open to everybody. Nothing but a literal true opens it. */
  publicImages: (): boolean => text("SITE_PUBLIC_IMAGES_API")?.toLowerCase() === "true",

  /** `SITE_FILTERSET_FACETS`: the enhanced filters that are active. Throws an error of one sentence when the setting is wrong. */
  postFilters: (): ReadonlySet<PostFilterName> => parsePostFilterNames(json("SITE_FILTERSET_FACETS")),

  /** `SITE_COMMENTS_ENABLED`. */
  commentsEnabled: (): boolean => json("SITE_COMMENTS_ENABLED") === true,
};

const authenticationClasses = ["session", "token"] as const;

/** A kind of credentials: the cookie of a session, or a bearer token. */
export type AuthenticationClass = (typeof authenticationClasses)[number];

const defaultMaxUploadBytes = { audio: 536_870_912, video: 2_147_483_648 } as const;

const defaultScopes = {
  write: ["write", "create", "update"],
  publish: ["publish"],
  delete: ["delete"],
} as const satisfies Record<Scope, readonly string[]>;

/** Credentials that engines on this machine accept; they open nothing else. */
/** Where the words of the catalog in a file are kept, unless it is said otherwise. */
export const fullTextFileBeside = (catalogFile: string): string =>
  catalogFile.replace(/(\.db)?$/, "-words.db");

const localCredentials = { accessKeyId: "local", secretAccessKey: "local" };

/** What it takes to sign a request to AWS. */
export interface AwsAccess {
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** Where DynamoDB answers, and the credentials that it takes there. */
export interface DynamodbAccess extends AwsAccess {
  readonly endpoint: string;
}

/** A folder, or the address of a bucket, below which its files are, with the credentials that it takes there. */
export type ReadableFiles =
  | { readonly kind: "disk"; readonly folder: string }
  | ({ readonly kind: "s3"; readonly address: string } & AwsAccess);

/** A folder with the key that signs its addresses, or a bucket with the way to it. */
export type FilesSettings =
  | { readonly kind: "disk"; readonly folder: string; readonly address: string; readonly signingKey: string }
  | ({ readonly kind: "s3"; readonly bucket: string } & ReturnType<typeof s3Connection>);

const s3Connection = () => {
  const endpoint = text("S3_ENDPOINT");
  if (!endpoint) return {};
  const key = text("AWS_ACCESS_KEY_ID");
  const secret = text("AWS_SECRET_ACCESS_KEY");
  const credentials = key && secret ? { accessKeyId: key, secretAccessKey: secret } : localCredentials;
  return { endpoint, region: text("AWS_REGION") ?? "us-east-1", forcePathStyle: true, credentials };
};

/** Regions whose endpoints end in `amazonaws.com`: those of three parts outside China. */
const plainRegion = /^(?!cn-)[a-z]+-[a-z]+-\d+$/;

// Elsewhere, address and credentials may come from files and services that are the SDK's to ask.
const lambdaAccess = (): AwsAccess | undefined => {
  const region = text("AWS_REGION");
  const accessKeyId = text("AWS_ACCESS_KEY_ID");
  const secretAccessKey = text("AWS_SECRET_ACCESS_KEY");
  const sessionToken = text("AWS_SESSION_TOKEN");
  const isOrdinary = text("AWS_LAMBDA_FUNCTION_NAME") && !text("AWS_ENDPOINT_URL");
  if (!isOrdinary || !region || !plainRegion.test(region)) return undefined;
  if (!accessKeyId || !secretAccessKey || !sessionToken) return undefined;
  return { region, credentials: { accessKeyId, secretAccessKey, sessionToken } };
};

const bucketAccess = (): ReadableFiles | undefined => {
  const { endpoint, region, credentials } = s3Connection();
  if (endpoint) {
    const address = `${endpoint.replace(/\/$/, "")}/${bucketName()}`;
    return { kind: "s3", address, region, credentials };
  }
  const access = lambdaAccess();
  const bucket = text("BUCKET_NAME");
  return access && bucket
    ? { kind: "s3", address: `https://${bucket}.s3.${access.region}.amazonaws.com`, ...access }
    : undefined;
};

const bucketName = (): string => text("BUCKET_NAME") ?? "lectern";

const endpointSettings = (name: string) => {
  const endpoint = text(name);
  return endpoint ? { endpoint, region: "us-east-1", credentials: localCredentials } : {};
};

const text = (name: string): string | undefined => process.env[name] || undefined;

/** Up to eleven days, as far as timers go. */
const seconds = (name: string, otherwise: number): number => {
  const value = text(name);
  if (value === undefined) return otherwise;
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(value))
    throw new Error(`The setting ${name} is not a number of seconds: ${value}`);
  return Number(value);
};

const whole = (name: string, unit: string, otherwise: number): number => {
  const value = text(name);
  if (value === undefined) return otherwise;
  if (!/^\d{1,15}$/.test(value)) throw new Error(`The setting ${name} is not a number of ${unit}: ${value}`);
  return Number(value);
};

const json = (name: string): unknown => {
  const value = text(name);
  if (value === undefined) return undefined;
  try {
    return JSON.parse(
      value.toLowerCase() === "true" ? "true" : value.toLowerCase() === "false" ? "false" : value,
    );
  } catch {
    throw new Error(`The setting ${name} is not JSON: ${value}`);
  }
};
