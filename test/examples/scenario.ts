import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { certain } from "#lib/certain.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { docsFiles } from "#lib/openapi/docs-page.ts";
import { scriptNames } from "#lib/themes/script-names.ts";
import { codeChallenge, codeVerifier } from "#test/support/agent-sign-in.ts";
import { formFile } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { hiddenFieldsIn } from "#test/support/site-pages.ts";
import { checksumOf } from "#test/support/uploads.ts";
import type { ExampleRequest, Show } from "./recording.ts";

/** What the scenario starts from; ids are those of the example site. */
export interface ExampleSite {
  readonly notes: number;
  readonly calls: number;
  readonly post: number;
  /** A post behind a password, which is the editor's too. */
  readonly restricted: number;
  readonly episode: number;
  readonly image: number;
  readonly audio: number;
  readonly password: string;
  /** A token of CI that the site trusts. */
  readonly subjectToken: string;
  /** Lets time pass, in seconds. */
  readonly later: (seconds: number) => void;
}

/** One request to every route, in an order in which all of them succeed. */
export const scenario = async (show: Show, site: ExampleSite): Promise<void> => {
  await readTheApi(show);
  await readContent(show, site);
  await writePosts(show, site);
  await writeEpisodes(show, site);
  await uploadMedia(show);
  await uploadInParts(show);
  await comment(show, site);
  await readPages(show, site);
  await exchangeForToken(show, site);
  await signIn(show, site);
};

const readTheApi = async (show: Show) => {
  await show("root");
  await show("openapi");
  await show("health");
  await show("api-docs/page");
  await show("api-docs/file", { params: { name: Object.keys(docsFiles)[0]! } });
  await show("editor/whoami");
  await show("editor/site/read");
  await show("editor/schema/read");
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "an-agent", version: "1.0.0" },
  };
  await show("mcp", { body: { jsonrpc: "2.0", id: 1, method: "initialize", params } });
  await show("themes/list");
  await show("themes/select", { body: { theme_slug: "essay" } });
};

const readContent = async (show: Show, { notes, post, episode, audio, image }: ExampleSite) => {
  await show("pages/list", { query: { type: "site.Post", fields: "visible_date", limit: 2 } });
  await show("pages/read", { params: { id: post } });
  await show("pages/find", { query: { html_path: "/notes/" } });
  await show("facets/list");
  await show("facets/read", { params: { id: notes }, query: { search: "water" } });
  await show("suggestions/read", { params: { id: notes }, query: { q: "wa" } });
  await show("images/list", { query: { limit: 1 } });
  await show("images/read", { params: { id: image } });
  await show("images/find", { query: { id: image } });
  await show("audios/webplayer", { params: { id: audio } });
  await show("audios/webplayer-for-post", { params: { id: audio, post_id: episode } });
  await show("audios/player-config");
};

const writePosts = async (show: Show, { notes, later }: ExampleSite) => {
  await show("editor/parents/list", { query: { may: "true" } });
  const { body: draft } = await show("editor/posts/create", {
    body: {
      parent: { id: notes },
      title: "The first frost",
      slug: "the-first-frost",
      tags: ["frost", "reed"],
      overview_markdown: "White reeds, and *ice* along the edges of the pool.",
      detail: [{ type: "code", value: { language: "python", source: "print(61)" } }],
    },
  });
  const params = { id: draft.id };
  await show("editor/posts/lookup", { query: { parent: notes, slug: draft.slug } });
  await show("editor/posts/read", { params, query: { may: "true" } });
  const { body: changed } = await show("editor/posts/update", {
    params,
    headers: { "If-Match": `"${draft.latest_revision_id}"` },
    body: { title: "The first hard frost" },
  });
  await show("editor/pages/list", { query: { state: "draft", pageSize: 1, may: "true" } });
  await show("editor/tags/list", { query: { q: "fro" } });
  await show("editor/categories/list");
  await typeInto(show, "posts", changed, later);
  await lookBack(show, "posts", changed);
  await changeState(show, "posts", draft.id, draft.latest_revision_id);
  await show("editor/pages/create", {
    body: {
      parent: { id: notes },
      title: "About these notes",
      slug: "about",
      show_in_menus: true,
      overview: [],
      detail_markdown: "Who writes them, and *how to reach us*.",
    },
  });
};

const writeEpisodes = async (show: Show, { calls, audio, later }: ExampleSite) => {
  const { body: draft } = await show("editor/episodes/create", {
    body: {
      parent: { id: calls },
      title: "Teal on the pool",
      slug: "teal-on-the-pool",
      podcast_audio: { id: audio },
      episode_number: 4,
      episode_type: "full",
      explicit: 2,
      keywords: "teal, ducks",
      overview_markdown: "Forty teal, and a harrier.",
    },
  });
  const params = { id: draft.id };
  await show("editor/episodes/read", { params, query: { may: "true" } });
  const { body: changed } = await show("editor/episodes/update", {
    params,
    headers: { "If-Match": `"${draft.latest_revision_id}"` },
    body: { keywords: "teal, ducks, harrier" },
  });
  await show("editor/parents/list-seasons", { params: { id: calls } });
  await typeInto(show, "episodes", changed, later);
  await lookBack(show, "episodes", changed);
  await changeState(show, "episodes", draft.id, draft.latest_revision_id);
};

/** The preview of what was saved last, and how it came about. */
const lookBack = async (
  show: Show,
  kind: "posts" | "episodes",
  { id, latest_revision_id: revision }: { readonly id: number; readonly latest_revision_id: number },
) => {
  await show(`editor/${kind}/preview`, { params: { id } });
  await show(`editor/${kind}/list-revisions`, { params: { id } });
  await show(`editor/${kind}/read-revision`, { params: { id, revision } });
  await show(`editor/${kind}/diff-revision`, { params: { id, revision } });
  await show(`editor/${kind}/list-history`, { params: { id } });
  await showToGuests(show, kind, id);
};

/** What somebody types and does not save. */
const typeInto = async (
  show: Show,
  kind: "posts" | "episodes",
  { id, latest_revision_id: revision }: { readonly id: number; readonly latest_revision_id: number },
  later: ExampleSite["later"],
) => {
  const fields = { title: "The first hard frost", overview_markdown: "White reeds, and" };
  const sent = { base_revision_id: revision, fields, client: "Firefox on the desk" };
  const params = { id };
  const { body: first } = await show(`editor/${kind}/put-working-copy`, {
    params,
    body: sent,
    isExample: false,
  });
  later(10);
  const body = {
    ...sent,
    fields: { ...fields, overview_markdown: "White reeds, and ice" },
    version: first.version,
  };
  await show(`editor/${kind}/put-working-copy`, { params, body });
  await show(`editor/${kind}/read-working-copy`, { params });
  await show(`editor/${kind}/delete-working-copy`, { params });
};

/** A preview link, what it shows, and its end. */
const showToGuests = async (show: Show, kind: "posts" | "episodes", id: number) => {
  const { body: link } = await show(`editor/${kind}/create-preview-link`, {
    params: { id },
    body: { expires_in: 86_400 },
  });
  await show(`editor/${kind}/list-preview-links`, { params: { id } });
  const query = { key: new URL(link.url).searchParams.get("key") ?? "" };
  await show("preview-links/show", { params: { id, link: link.id }, query });
  await show("preview-links/read", { params: { id, link: link.id }, query });
  await show(`editor/${kind}/delete-preview-link`, { params: { id, link: link.id } });
};

/** From a draft through review and publication into the bin, and out of it. */
const changeState = async (show: Show, kind: "posts" | "episodes", id: number, firstRevision: number) => {
  const before = await show("changes/list", { isExample: false });
  const step = (name: string, more = {}) => show(`editor/${kind}/${name}`, { params: { id }, ...more });
  await step("start-workflow");
  await step("request-changes");
  await step("cancel-workflow");
  await step("start-workflow");
  await step("approve");
  await step("lock");
  await step("unlock");
  const { body: reviewed } = await step("read");
  await step("update", {
    body: { base_revision_id: reviewed.latest_revision_id, seo_title: "Frost at Ouse Fen" },
  });
  await step("schedule", { body: { publish_at: "2090-01-01T08:00:00Z" } });
  await step("unschedule");
  await step("publish");
  await show("changes/list", { query: { cursor: before.body.cursor } });
  const { body } = await step("read");
  await show(`editor/${kind}/restore-revision`, {
    params: { id, revision: firstRevision },
    body: { base_revision_id: body.latest_revision_id },
  });
  await step("unpublish");
  await step("delete");
  await show("editor/bin/list", { query: { may: "true" } });
  await show("editor/bin/restore", { params: { id } });
};

const uploadMedia = async (show: Show) => {
  const picture = await samplePicture("jpeg", { width: 1200, height: 800 });
  const file = async (name: string, type: string) =>
    formFile(name, await readFile(recordingPath(name)), type);
  const heron = formFile("heron.jpg", picture, "image/jpeg");
  const clip = await file("two-seconds.mp4", "video/mp4");
  await show("editor/media/list-collections", { query: { type: "image" } });
  const { body: image } = await show("editor/media/upload-image", {
    form: { collection: "2", title: "A heron", file: heron, tags: "heron, water" },
  });
  const { body: audio } = await show("editor/media/upload-audio", {
    form: { collection: "3", title: "Dawn", mp3: await file("chapters.mp3", "audio/mpeg") },
  });
  const { body: video } = await show("editor/media/upload-video", {
    form: { collection: "3", title: "Ripples", original: clip, poster: heron },
  });
  const { body: plain } = await show("videos/upload", {
    form: { collection: "3", original: clip, poster: heron },
  });
  await show("editor/media/list-images", { query: { pageSize: 1, may: "true" } });
  await show("editor/media/list-audios", { query: { pageSize: 1 } });
  await show("editor/media/list-videos", { query: { pageSize: 1 } });
  await changeMedia(show, { image: image.id, audio: audio.id, video: video.id });
  await show("site/media/read", { params: { key: image.file.replace("/media/", "") } });
  await show("videos/list");
  await show("videos/read", { params: { id: video.id } });
  await show("videos/delete", { params: { id: plain } });
  await show("audios/list");
  await show("audios/read", { params: { id: audio.id } });
  await show("audios/delete", { params: { id: audio.id } });
  await show("editor/media/delete-image", { params: { id: image.id }, query: { force: "true" } });
  await show("editor/media/delete-video", { params: { id: video.id } });
  const { body: short } = await show("editor/media/upload-audio", {
    form: { collection: "3", title: "Dusk", mp3: await file("chapters.mp3", "audio/mpeg") },
  });
  await show("editor/media/delete-audio", { params: { id: short.id } });
};

const changeMedia = async (show: Show, ids: Readonly<Record<MediaKind, number>>) => {
  const params = { image: { id: ids.image }, audio: { id: ids.audio }, video: { id: ids.video } };
  await show("editor/media/read-image", { params: params.image, query: { may: "true" } });
  await show("editor/media/update-image", {
    params: params.image,
    body: { alt_text: "A grey heron in shallow water", tags: ["heron", "pool"] },
  });
  await show("editor/media/read-audio", { params: params.audio });
  await show("editor/media/update-audio", {
    params: params.audio,
    body: { subtitle: "At the second sluice", chapters: [{ start: "0:01", title: "A wren" }] },
  });
  await show("editor/media/put-transcript", {
    params: params.audio,
    headers: { "content-type": "text/vtt" },
    body: "WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Ada>Listen: a wren.\n",
  });
  await show("editor/media/read-transcript", { params: params.audio, headers: { accept: "text/vtt" } });
  await show("editor/media/delete-transcript", { params: params.audio });
  await show("editor/media/read-video", { params: params.video });
  await show("editor/media/update-video", { params: params.video, body: { collection: 2 } });
};

const uploadInParts = async (show: Show) => {
  const content = Buffer.alloc(61, "reed");
  const { body: session } = await show("editor/uploads/create", {
    body: { name: "dawn.mp3", size: content.length },
  });
  const params = { id: session.id };
  await show("editor/uploads/list");
  await show("editor/uploads/read", { params });
  const parts = [{ number: 1, sha256: sha256Of(content) }];
  const { body: signed } = await show("editor/uploads/presign", { params, body: { parts } });
  for (const { method, url, headers } of signed.parts)
    expect((await fetch(url, { method, headers, body: content })).status).toBe(200);
  await show("editor/uploads/complete", { params, body: { sha256: checksumOf(content) } });
  await show("editor/uploads/delete", { params });
};

const comment = async (show: Show, { later }: ExampleSite) => {
  const path = "notes/how-we-count/";
  const open = await show("site/pages/read", { params: { path }, query: { comment: "new" } });
  later(60);
  await show("site/pages/comment", {
    params: { path },
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(
      new URLSearchParams({
        ...hiddenFieldsIn(open.text),
        name: "Bo",
        email: "bo@example.org",
        text: "A heron!",
      }),
    ),
  });
  const { body } = await show("comments/list");
  const [waiting] = body.results;
  const params = { id: waiting.id };
  await show("comments/approve", { params });
  await show("comments/remove", { params });
  await show("comments/refuse", { params });
  await show("comments/training-data");
};

const readPages = async (show: Show, { post }: ExampleSite) => {
  await show("cms/pages/preview", { params: { id: post }, as: "editor" });
  await show("site/scripts/read", { params: { name: scriptNames.search } });
  await show("site/robots/read");
  await show("site/llms/read");
  await show("site/sitemap/read");
  await show("site/favicon/read");
};

const useTokens = async (show: Show, session: ExampleRequest) => {
  const expires_at = "2090-01-01T00:00:00Z";
  const body = { name: "nightly build", scopes: ["write", "publish"], expires_at };
  const { body: token } = await show("editor/tokens/create", { ...session, body });
  await show("editor/tokens/list", session);
  await show("editor/tokens/delete", { ...session, params: { id: token.id } });
};

const makeFeeds = async (show: Show, session: ExampleRequest, { calls }: ExampleSite) => {
  await setPageProperties(calls, { restriction: { type: "login" } });
  const { body: feed } = await show("private-feeds/create", { ...session, body: { podcast: calls } });
  const [, address] = /\/_feeds\/private\/(.*)$/.exec(feed.urls.mp3 ?? Object.values(feed.urls)[0]) ?? [];
  await show("private-feeds/read", { params: { address: certain(address) } });
  await show("private-feeds/list", session);
  await show("private-feeds/delete", { ...session, params: { id: feed.id } });
  const form = (fields: Readonly<Record<string, string>>) => ({
    as: null,
    headers: { ...session.headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  await show("accounts/feeds/create", form({ podcast: String(calls) }));
  const { body: page } = await show("accounts/feeds/page", session);
  const [, made = ""] = /name="feed" value="(\d+)"/.exec(page) ?? [];
  await show("accounts/feeds/revoke", form({ feed: made }));
  await setPageProperties(calls, { restriction: null });
};

const giveAgentAccess = async (show: Show, session: ExampleRequest) => {
  await show("oauth/resource");
  const { body: server } = await show("oauth/server");
  const redirect_uri = "https://assistant.example/callback";
  const { body: client } = await show("oauth/register", {
    body: { redirect_uris: [redirect_uri], client_name: "Assistant" },
  });
  const query = {
    ...{ response_type: "code", client_id: client.client_id, redirect_uri, scope: "write", state: "17" },
    ...{
      code_challenge: codeChallenge,
      code_challenge_method: "S256",
      resource: `${server.issuer}/api/mcp/`,
    },
  };
  await show("accounts/authorize/page", { ...session, query });
  const send = (id: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    show(id, {
      as: null,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  const request = new URLSearchParams(query).toString();
  const give = async () => {
    const decided = { request, scope: "write", decision: "allow" };
    const { headers } = await send("accounts/authorize/decide", decided, session.headers);
    const { body } = await send("oauth/token", {
      ...{ grant_type: "authorization_code", client_id: client.client_id, redirect_uri },
      ...{
        code: new URL(headers.location ?? "").searchParams.get("code") ?? "",
        code_verifier: codeVerifier,
      },
    });
    return body;
  };
  const { refresh_token: token } = await give();
  await send("oauth/revoke", { token });
  await give();
  const { body: page } = await show("accounts/agents/page", session);
  const [, grant = ""] = /name="grant" value="(\w+)"/.exec(page) ?? [];
  await send("accounts/agents/revoke", { grant }, session.headers);
};

const exchangeForToken = async (show: Show, { subjectToken }: ExampleSite) => {
  const form = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subjectToken,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
  };
  await show("token/exchange", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
};

const useWebhooks = async (show: Show, session: ExampleRequest) => {
  const body = {
    ...{ name: "build", url: "https://hooks.example/build" },
    ...{ events: ["page.published", "page.updated"], coalesce_seconds: 60 },
  };
  const { body: webhook } = await show("editor/webhooks/create", { ...session, body });
  const params = { id: webhook.id };
  await show("editor/webhooks/list", session);
  await show("editor/webhooks/read", { ...session, params });
  await show("editor/webhooks/update", { ...session, params, body: { active: true, secret: null } });
  const { body: delivery } = await show("editor/webhooks/test", { ...session, params });
  await show("editor/webhooks/list-deliveries", { ...session, params });
  const again = { id: webhook.id, delivery: delivery.id };
  await show("editor/webhooks/replay-delivery", { ...session, params: again });
  await show("editor/webhooks/delete", { ...session, params });
};

const administer = async (show: Show, session: ExampleRequest, { post }: ExampleSite) => {
  const account = { username: "linus", email: "linus@notes.example", password: "marsh-hen-heron" };
  const { body: user } = await show("administration/users/create", { ...session, body: account });
  await show("administration/users/list", { ...session, query: { pageSize: 2 } });
  const params = { id: user.id };
  await show("administration/users/update", { ...session, params, body: { active: false } });
  const wanted = { user: "linus", name: "nightly", scopes: ["write"] };
  const { body: token } = await show("administration/tokens/create", { ...session, body: wanted });
  await show("administration/tokens/list", session);
  await show("administration/tokens/delete", { ...session, params: { id: token.id } });
  await show("administration/status/read", session);
  await show("cms/statistics/read", session);
  await show("administration/statistics/read", { ...session, query: { days: 1 } });
  const { body: things } = await show("administration/site/read", session);
  await show("administration/site/update", {
    ...session,
    body: { base_digest: things.digest, set: { categories: [{ slug: "ice", name: "Ice" }] } },
  });
  const { body: part } = await show("administration/export/read", session);
  const keys = part.files.slice(0, 1).map((file: { key: string }) => file.key);
  await show("administration/export/files", { ...session, body: { keys } });
  const category = { slug: "reed-beds", name: "Reed beds" };
  await show("administration/manifest/apply", {
    ...session,
    body: { manifest: { version: 1, categories: [category] }, dry_run: true },
  });
  const body = { action: "lock", owner: "ada" };
  await show("administration/pages/change", { ...session, params: { id: post }, body });
};

/** The requests to a service without accounts. */
export const takeFirstSteps = async (show: Show, secret: string): Promise<void> => {
  await show("accounts/setup-page", { params: { secret } });
  const first = { type: "site.Blog", title: "Notes" };
  const account = { username: "ada", password: "a reed in the marsh", email: "ada@example.org" };
  await show("accounts/setup", {
    body: { secret, ...account, site_name: "Field Notes", first, theme: "essay" },
  });
};

const signIn = async (show: Show, site: ExampleSite) => {
  const { password, restricted } = site;
  await show("accounts/login-page");
  await show("accounts/password", { body: { page: restricted, password } });
  const session = async (username = "ada") => {
    const { cookies } = await show("accounts/login", { body: { username, password } });
    const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
    return { as: null, headers: { cookie, "x-csrftoken": /csrftoken=([^;]*)/.exec(cookie)?.[1] ?? "" } };
  };
  await useTokens(show, await session());
  await makeFeeds(show, await session(), site);
  await giveAgentAccess(show, await session());
  await useWebhooks(show, await session("grace"));
  await administer(show, await session("grace"), site);
  await show("accounts/logout", { ...(await session()), body: {} });
  const signedIn = await session();
  await show("accounts/password-change-page", signedIn);
  await show("accounts/password-change", {
    ...signedIn,
    body: { current_password: password, new_password: "rush and sedge" },
  });
};
