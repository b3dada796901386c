import { type Connection, type ConnectionOptions, connect } from "./connection.ts";
import type { AnswerOf, PartsOf, RequestOptions, Schemas } from "./operations.ts";
import { type Reader, readerOn } from "./reader.ts";
import { anySignal, type SendOptions } from "./send.ts";
import { inHex, partsChecksum, sendUpload, type UploadFile, type UploadWatcher } from "./upload.ts";

/** Fields of an update; the base revision is that of the post as it was read. */
type Changes<Body> = Omit<Body, "base_revision_id">;

/** The item of `/api/editor/pages/`: any page that the caller may edit, drafts included. */
export type EditablePage = Awaited<ReturnType<typeof listEditable>>["results"][number];

export type EditablePagesQuery = Omit<
  NonNullable<PartsOf<"/api/editor/pages/", "get">["query"]>,
  "page" | "pageSize"
>;

/** What may be asked of one post. */
export type PostQuery = NonNullable<PartsOf<"/api/editor/posts/{id}/", "get">["query"]>;

/** A post as it was read last. Changes are refused with `revision_conflict` if another one came between. */
export interface Known {
  readonly id: number;
  readonly latest_revision_id: number;
}

/** The result of a dry run: what a request would do, and what it would not store. */
export type DryRun = Schemas["DryRun"];

/** The formats that an audio shows and an upload takes. */
type AudioFormat = keyof Schemas["LegacyAudio"] & keyof Schemas["EditorMediaUploadAudioBody"];

type ChangeOptions = Pick<RequestOptions, "key" | "signal">;

interface SaveOptions extends ChangeOptions {
  /** The version of the working copy that the save takes up: it ends, if it is still that one. */
  readonly workingCopy?: number;
}

/** `kept`: the working copy that was named has stayed, because it is another one now. */
interface Saved {
  readonly working_copy?: "kept";
}

/** What is public after a publication, and its address below the site. */
interface Published {
  readonly published_revision_id: number;
  readonly public_url: string;
}

/** What the caller has typed into a page and not saved. */
export type WorkingCopy = Schemas["WorkingCopy"];

/** What administrators set of a site, in a manifest's words, and the digest of that state. */
export type SiteThings = Schemas["SiteThings"];

/** What a change of these things names, by section. */
type SiteThingsChange = Omit<Schemas["AdministrationSiteUpdateBody"], "base_digest">;

/** A feed of a podcast for the caller alone, without its addresses. */
export type PrivateFeed = AnswerOf<"/api/accounts/feeds/", "get">["results"][number];

/** A new one: `urls` has its addresses by audio format, which nobody is told again. */
export type NewPrivateFeed = AnswerOf<"/api/accounts/feeds/", "post">;

/** The operations on posts, or on episodes. */
export interface Posts<Created, Shown, Creation, Update> {
  /** Makes a draft. */
  readonly create: (fields: Creation, options?: ChangeOptions) => Promise<Created>;
  /** Says what {@link Posts.create} would do, without doing it. */
  readonly checkCreate: (fields: Creation) => Promise<DryRun>;
  /** The latest revision; with `may: true`, it says what the caller may do. */
  readonly read: (
    id: number,
    query?: PostQuery,
  ) => Promise<Shown & { readonly may?: Schemas["MayWithPost"] }>;
  /** Makes a new revision with these fields, which readers do not see until it is published. */
  readonly update: (post: Known, changes: Update, options?: SaveOptions) => Promise<Shown & Saved>;
  /** Says what {@link Posts.update} would do, without doing it. */
  readonly checkUpdate: (post: Known, changes: Update) => Promise<DryRun>;
  /** Makes the latest revision public. */
  readonly publish: (post: Known, options?: SaveOptions) => Promise<Shown & Saved & Published>;
  readonly unpublish: (post: Known, options?: ChangeOptions) => Promise<Shown>;
  /** Makes what is the latest revision then public at a time: an ISO 8601 instant. */
  readonly schedule: (post: Known, publishAt: string, options?: ChangeOptions) => Promise<Shown>;
  readonly unschedule: (post: Known, options?: ChangeOptions) => Promise<Shown>;
  /**
   * Makes a link that shows the draft to people without an account: `url` as a page, `json_url` for programs.
   * It follows the latest revision, unless one is named, and ends after seven days or `expires_in` seconds.
   */
  readonly createPreviewLink: (
    post: Pick<Known, "id">,
    details?: Schemas["EditorPostsCreatePreviewLinkBody"],
    options?: ChangeOptions,
  ) => Promise<Schemas["NewPreviewLink"]>;
  /** What the caller has typed and not saved; refused with `not_found` where there is nothing. */
  readonly readWorkingCopy: (id: number) => Promise<WorkingCopy>;
  /**
   * Keeps what the caller has typed. It replaces the version that it names, or none; where another one is
   * stored, it is refused with `working_copy_conflict`, which has that one.
   */
  readonly storeWorkingCopy: (
    id: number,
    copy: Schemas["EditorPostsPutWorkingCopyBody"],
    options?: ChangeOptions,
  ) => Promise<WorkingCopy>;
  readonly removeWorkingCopy: (id: number, options?: ChangeOptions) => Promise<void>;
  /** Moves it to the bin, where it stays for 30 days. */
  readonly delete: (post: Known, options?: ChangeOptions) => Promise<void>;
}

/** The description of a media object. */
export interface MediaDescription {
  readonly title?: string;
  /** The id of the collection to put it into. */
  readonly collection: number;
  /** Separated by commas. */
  readonly tags?: string;
}

/** All that the form of an upload says beside its files. */
type Described<Body extends keyof Schemas, Files extends string> = Omit<Schemas[Body], Files | "collection"> &
  Pick<MediaDescription, "collection">;

export interface UploadOptions {
  /** Ends the upload; an equal call goes on with the parts that are missing. */
  readonly signal?: AbortSignal;
  readonly watcher?: UploadWatcher;
}

/** Publishes as the owner of a token, or as who is signed in. */
export interface Editor extends Reader {
  /**
   * Posts, by their ids; these operations take and give episodes, too, and pages that are neither, whose
   * types are those of `standalonePages`.
   */
  readonly posts: Posts<
    Schemas["EditorPost"],
    Schemas["EditorPost"] | Schemas["EditorEpisode"],
    Schemas["EditorPostsCreateBody"],
    Changes<Schemas["EditorPostsUpdateBody"]>
  >;
  readonly episodes: Posts<
    Schemas["EditorEpisode"],
    Schemas["EditorEpisode"],
    Schemas["EditorEpisodesCreateBody"],
    Changes<Schemas["EditorEpisodesUpdateBody"]>
  >;
  /** Pages that are no posts, such as an imprint, below a home page, a blog or a podcast. */
  readonly standalonePages: Posts<
    Schemas["EditorPage"],
    Schemas["EditorPage"],
    Schemas["EditorPagesCreateBody"],
    Changes<Schemas["EditorPostsUpdateBody"]>
  >;
  /** All pages that the caller may edit and that match, drafts included. */
  readonly editablePages: (query?: EditablePagesQuery) => AsyncGenerator<EditablePage, void, undefined>;
  /** The site's own things, for administrators: settings, categories, groups, blogs and the like. */
  readonly readSiteThings: () => Promise<SiteThings>;
  /**
   * Makes, changes, renames and removes what it names, all or nothing. It is refused with `site_conflict` if
   * a section that it names has changed since the things were read.
   */
  readonly updateSiteThings: (
    things: Pick<SiteThings, "digest">,
    change: SiteThingsChange,
    options?: ChangeOptions,
  ) => Promise<SiteThings>;
  /** The caller's own feeds of podcasts for some listeners; these three operations need `session`. */
  readonly privateFeeds: () => AsyncGenerator<PrivateFeed, void, undefined>;
  /** Makes one. If the answer is lost, remove the feed that `privateFeeds` has and make another. */
  readonly createPrivateFeed: (
    podcast: number,
    options?: Pick<ChangeOptions, "signal">,
  ) => Promise<NewPrivateFeed>;
  /** Ends one, from the next request on. */
  readonly removePrivateFeed: (id: number, options?: ChangeOptions) => Promise<void>;
  /** The image with exactly this content, if the caller may see one: so that no file is uploaded twice. */
  readonly findImage: (file: UploadFile) => Promise<Schemas["EditorImageDetails"] | undefined>;
  readonly findAudio: (file: UploadFile) => Promise<Schemas["EditorAudioDetails"] | undefined>;
  readonly findVideo: (file: UploadFile) => Promise<Schemas["EditorVideoDetails"] | undefined>;
  /** Changes what is said of an image, such as its title; fields that are left out stay. */
  readonly updateImage: (
    id: number,
    changes: Schemas["EditorMediaUpdateImageBody"],
    options?: ChangeOptions,
  ) => Promise<Schemas["EditorImageDetails"]>;
  readonly updateAudio: (
    id: number,
    changes: Schemas["EditorMediaUpdateAudioBody"],
    options?: ChangeOptions,
  ) => Promise<Schemas["EditorAudioDetails"]>;
  readonly updateVideo: (
    id: number,
    changes: Schemas["EditorMediaUpdateVideoBody"],
    options?: ChangeOptions,
  ) => Promise<Schemas["EditorVideoDetails"]>;
  /** Stores an image. After an interruption, an equal call goes on with the parts that are missing. */
  readonly uploadImage: (
    file: UploadFile,
    description: Described<"EditorMediaUploadImageBody", "file">,
    options?: UploadOptions,
  ) => Promise<Schemas["EditorImage"]>;
  /** Uploads an audio, with a file for each of its formats. */
  readonly uploadAudio: (
    files: Readonly<Partial<Record<AudioFormat, UploadFile>>>,
    description: Described<"EditorMediaUploadAudioBody", AudioFormat>,
    options?: UploadOptions,
  ) => Promise<Schemas["EditorAudio"]>;
  /** Uploads a video. */
  readonly uploadVideo: (
    file: UploadFile,
    description: Described<"EditorMediaUploadVideoBody", "original" | "poster">,
    options?: UploadOptions,
  ) => Promise<Schemas["EditorVideo"]>;
}

export const createEditor = (
  options: ConnectionOptions & ({ readonly token: string } | { readonly session: true }),
): Editor => {
  const connection = connect(options);
  /** Sends all requests of an upload with its signal. */
  const uploading = ({ watcher, signal }: UploadOptions = {}): Uploading => {
    const sending = { ...options, signal: anySignal(options.signal, signal) };
    return { connection: connect(sending), sending, watcher };
  };
  return {
    ...readerOn(connection),
    posts: postsAt(connection, "posts") as unknown as Editor["posts"],
    standalonePages: postsAt(connection, "posts", "pages") as unknown as Editor["standalonePages"],
    episodes: postsAt(connection, "episodes") as unknown as Editor["episodes"],
    editablePages: (query) => allOf((part) => listEditable(connection, { ...query, ...part })),
    readSiteThings: () => connection.request("get", "/api/admin/site/"),
    updateSiteThings: ({ digest }, change, how) =>
      connection.request("patch", "/api/admin/site/", {
        json: { ...change, base_digest: digest ?? "" },
        ...how,
      }),
    privateFeeds: () => allOf((query) => connection.request("get", "/api/accounts/feeds/", { query })),
    createPrivateFeed: (podcast, how) =>
      connection.request("post", "/api/accounts/feeds/", { json: { podcast }, ...how }),
    removePrivateFeed: (id, how) =>
      connection.request("delete", "/api/accounts/feeds/{id}/", { params: { id }, ...how }),
    findImage: (file) => findMedia(connection, "images", file),
    findAudio: (file) => findMedia(connection, "audios", file),
    findVideo: (file) => findMedia(connection, "videos", file),
    updateImage: (id, json, how) =>
      connection.request("patch", "/api/editor/media/images/{id}/", { params: { id }, json, ...how }),
    updateAudio: (id, json, how) =>
      connection.request("patch", "/api/editor/media/audios/{id}/", { params: { id }, json, ...how }),
    updateVideo: (id, json, how) =>
      connection.request("patch", "/api/editor/media/videos/{id}/", { params: { id }, json, ...how }),
    uploadImage: (file, description, how) => createMedia("images", { file }, description, uploading(how)),
    uploadAudio: (files, description, how) => createMedia("audios", files, description, uploading(how)),
    uploadVideo: (file, description, how) =>
      createMedia("videos", { original: file }, description, uploading(how)),
  };
};

/**
 * Makes the first account, the home page and a first blog or podcast of a service that has no account, with the
 * secret that it has printed. In a browser, that person is signed in then.
 */
export const setUp = (
  options: ConnectionOptions,
  steps: Schemas["AccountsSetupBody"],
): Promise<Schemas["CallerAndService"]> => connect(options).request("post", "/api/setup/", { json: steps });

/** Posts and episodes have operations of the same names; those of posts stand for both here. */
const postsAt = (
  { request }: Connection,
  kind: "posts" | "episodes",
  created: "posts" | "episodes" | "pages" = kind,
) => {
  const pathOf = <Path extends string>(path: Path): Path => path.replace("posts", kind) as Path;
  const one = pathOf("/api/editor/posts/{id}/");
  const based = ({ latest_revision_id }: Known, changes: object) => ({
    ...changes,
    base_revision_id: latest_revision_id,
  });
  const at = ({ id, latest_revision_id }: Known, options: ChangeOptions = {}) => ({
    params: { id },
    ifMatch: latest_revision_id,
    ...options,
  });
  const create = `/api/editor/${created}/` as "/api/editor/posts/";
  const workingCopy = pathOf("/api/editor/posts/{id}/working-copy/");
  return {
    create: (json: Schemas["EditorPostsCreateBody"], options?: ChangeOptions) =>
      request("post", create, { json, ...options }),
    checkCreate: (json: Schemas["EditorPostsCreateBody"]) =>
      asDryRun(request("post", create, { json, query: dryly })),
    read: (id: number, query: PostQuery = {}) => request("get", one, { params: { id }, query }),
    update: (post: Known, changes: object, options?: SaveOptions) =>
      request("patch", one, { params: { id: post.id }, json: based(post, changes), ...taking(options) }),
    checkUpdate: (post: Known, changes: object) =>
      asDryRun(request("patch", one, { params: { id: post.id }, json: based(post, changes), query: dryly })),
    publish: (post: Known, options?: SaveOptions) =>
      request("post", pathOf("/api/editor/posts/{id}/publish/"), at(post, taking(options))),
    unpublish: (post: Known, options?: ChangeOptions) =>
      request("post", pathOf("/api/editor/posts/{id}/unpublish/"), at(post, options)),
    schedule: (post: Known, publishAt: string, options?: ChangeOptions) =>
      request("put", pathOf("/api/editor/posts/{id}/schedule/"), {
        ...at(post, options),
        json: { publish_at: publishAt },
      }),
    unschedule: (post: Known, options?: ChangeOptions) =>
      request("delete", pathOf("/api/editor/posts/{id}/schedule/"), at(post, options)),
    createPreviewLink: (
      { id }: Pick<Known, "id">,
      json: Schemas["EditorPostsCreatePreviewLinkBody"] = {},
      options?: ChangeOptions,
    ) =>
      request("post", pathOf("/api/editor/posts/{id}/preview-links/"), { params: { id }, json, ...options }),
    readWorkingCopy: (id: number) => request("get", workingCopy, { params: { id } }),
    storeWorkingCopy: (id: number, json: Schemas["EditorPostsPutWorkingCopyBody"], options?: ChangeOptions) =>
      request("put", workingCopy, { params: { id }, json, ...options }),
    removeWorkingCopy: (id: number, options?: ChangeOptions) =>
      request("delete", workingCopy, { params: { id }, ...options }),
    delete: (post: Known, options?: ChangeOptions) =>
      request("post", pathOf("/api/editor/posts/{id}/delete/"), at(post, options)),
  };
};

/** The options of a request that takes up a working copy. */
const taking = ({ workingCopy, ...options }: SaveOptions = {}) =>
  workingCopy === undefined ? options : { ...options, query: { working_copy: workingCopy } };

const dryly = { dry_run: true };

/** A dry run has its own answer in the place of the operation's. */
const asDryRun = (answer: Promise<unknown>): Promise<DryRun> => answer as Promise<DryRun>;

const listEditable = ({ request }: Connection, query: ListPart & EditablePagesQuery) =>
  request("get", "/api/editor/pages/", { query });

interface ListPart {
  readonly page: string;
  readonly pageSize: number;
}

/** What a list has, 200 by each request. */
async function* allOf<Item>(
  read: (part: ListPart) => Promise<{ readonly results: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const { results, next } = await read({ page: String(page), pageSize: 200 });
    yield* results;
    if (next === null) return;
  }
}

interface Uploading {
  readonly connection: Connection;
  readonly watcher: UploadWatcher | undefined;
  readonly sending: SendOptions;
}

interface MediaShapes {
  readonly images: Schemas["EditorImage"];
  readonly audios: Schemas["EditorAudio"];
  readonly videos: Schemas["EditorVideo"];
}

interface MediaDetails {
  readonly images: Schemas["EditorImageDetails"];
  readonly audios: Schemas["EditorAudioDetails"];
  readonly videos: Schemas["EditorVideoDetails"];
}

/** Sends the files, then the form with the ids of their uploads. Equal forms have equal keys. */
const createMedia = async <Kind extends keyof MediaShapes>(
  kind: Kind,
  files: Readonly<Record<string, UploadFile | undefined>>,
  { collection, title, tags, ...more }: MediaDescription,
  { connection, watcher, sending }: Uploading,
): Promise<MediaShapes[Kind]> => {
  const form = new URLSearchParams({ collection: String(collection) });
  for (const [field, said] of Object.entries<unknown>({ title, tags, ...more }))
    if (said !== undefined) form.set(field, String(said));
  for (const [field, file] of Object.entries(files))
    if (file) form.set(field, String(await sendUpload(connection, file, watcher, sending)));
  const key = `upload-${await digestOf(form.toString())}`;
  return (await connection.request("post", `/api/editor/media/${kind}/` as "/api/editor/media/images/", {
    form,
    key,
  })) as MediaShapes[Kind];
};

const digestOf = async (text: string): Promise<string> =>
  inHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

/** The newest of the objects with this content. */
const findMedia = async <Kind extends keyof MediaShapes>(
  { request }: Connection,
  kind: Kind,
  file: UploadFile,
): Promise<MediaDetails[Kind] | undefined> => {
  const { results } = await request("get", `/api/editor/media/${kind}/` as "/api/editor/media/images/", {
    query: { parts_sha256: [await partsChecksum(file)], details: true },
  });
  return results[0] as MediaDetails[Kind] | undefined;
};
