import { type Chapter, declaredMedia, emptyMedia } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaFields,
  manifestOnlyFields,
  mediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import type { ContentField } from "#lib/pages/content-fields.ts";
import { declared, emptyOf } from "#lib/pages/content-values.ts";
import type { Page, Season, WorkflowState } from "#lib/pages/page.ts";
import { type Person, type PodcastDetails, podcastDefaults } from "#lib/pages/podcast.ts";
import type { Token, Trust } from "#lib/site/credential.ts";
import {
  type Author,
  type Category,
  type Collection,
  emptySite,
  type Redirect,
  type Site,
  type SiteSettings,
} from "#lib/site/site.ts";
import type { Group, User } from "#lib/site/user.ts";
import { type Webhook, webhookEvents } from "#lib/site/webhook.ts";
import type { Workflow } from "#lib/site/workflow.ts";

/** A field that does not move, because it is of its service: ids, counts, times, what is made of files. */
export const stays = Symbol("stays");

/** By field: what an object has where nobody has said anything, or that the field stays. */
type Fields<Stored> = Readonly<Record<keyof Stored, unknown>>;

/** Dates are of their posts; a field that may be absent is. */
const contentOf = (fields: Readonly<Record<string, ContentField>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    declared(fields).map(([name, field]) => [
      name,
      field.always && field.type !== "instant" ? emptyOf(field) : undefined,
    ]),
  );

const pageContent = contentOf(fieldsOfKind.home);
const blogContent = contentOf(fieldsOfKind.podcast);
const postContent = contentOf(fieldsOfKind.post);
const episodeContent = contentOf(fieldsOfKind.episode);

const podcast: Fields<PodcastDetails> = podcastDefaults;

const person: Fields<Person> = { name: "", role: "", group: "", link: "", image: null };

const page: Fields<Page> = {
  ...{ id: stays, kind: "home", parentId: stays, ancestors: stays, uuid: undefined, slug: "", draftSlug: "" },
  ...{ title: "", ownerId: null, live: true, unpublishedChanges: false, latestRevisionId: stays },
  ...{ summary: stays, liveRevisionId: stays, publicSlug: stays, aliases: undefined, createdAt: stays },
  ...{ firstPublishedAt: stays, lastPublishedAt: stays, showInMenus: false, restriction: null },
  ...{ lock: stays, schedule: stays, workflow: null, commentsClosed: undefined, comments: undefined },
  ...{ commentsVersion: stays, seasons: undefined, fromManifest: stays, births: stays, version: stays },
};

const season: Fields<Season> = { id: stays, key: "", number: undefined, name: "" };

const workflowState: Fields<WorkflowState> = {
  ...{ name: "", task: "First", state: "in_progress", groups: [], startedBy: undefined },
};

const comment: Fields<Comment> = {
  ...{ id: stays, parentId: null, name: "", email: "", title: "", text: "", createdAt: undefined },
  ...{ moderation: "ham", removed: undefined, fromVisitor: undefined, score: undefined },
};

const mediaOf = (fields: MediaFields): Readonly<Record<string, unknown>> => ({
  ...{ id: stays, kind: stays, version: stays },
  ...Object.fromEntries(
    declaredMedia({ ...fields, ...mediaFields, ...manifestOnlyFields }).map(([name, field]) => [
      name,
      field.made || field.type === "key" ? stays : field.always ? emptyMedia(field) : undefined,
    ]),
  ),
  collectionId: 1,
});

const image = mediaOf(imageFields);
const audio = mediaOf(audioFields);

const chapter: Fields<Chapter> = { startSeconds: 0, title: "", link: "", image: "" };

const video = mediaOf(videoFields);

const settings: Fields<SiteSettings> = emptySite.settings;
const site: Fields<Site> = { ...emptySite, version: stays };
const link: Fields<SiteSettings["navigation"][number]> = { title: "", url: "" };
const category: Fields<Category> = { id: stays, slug: "", name: "" };
const author: Fields<Author> = { slug: "", name: "" };
const redirect: Fields<Redirect> = { from: "", pageId: undefined, feed: undefined };
const collection: Fields<Collection> = { id: stays, parentId: null, name: "Root", restriction: null };
const group: Fields<Group> = { id: stays, name: "", adminAccess: false, pages: [], collections: [] };
const workflow: Fields<Workflow> = { id: stays, name: "", tasks: [], pageIds: [] };
const task: Fields<Workflow["tasks"][number]> = { name: "", groups: [] };

const trust: Fields<Trust> = {
  ...{ id: stays, issuer: "", audience: "", claims: {}, keys: undefined, userId: undefined },
  ...{ scopes: undefined, parents: undefined, collections: undefined },
};

/** Passwords are hashed again. */
const user: Fields<User> = {
  ...{
    id: stays,
    username: "",
    email: "",
    passwordHash: stays,
    active: true,
    staff: false,
    superuser: false,
  },
  ...{ groups: [], fromManifest: stays, signOuts: stays, version: stays },
};

const token: Fields<Token> = {
  ...{ kind: stays, name: "", userId: undefined, scopes: null, expiresAt: undefined, parents: undefined },
  ...{ collections: undefined, trustId: stays, fromManifest: stays, createdAt: stays },
};

const webhook: Fields<Webhook> = {
  ...{ id: stays, name: "", url: "", events: webhookEvents, parents: [], coalesceSeconds: 0, active: true },
  ...{ problem: stays, createdAt: stays, firstDelivery: stays, fromManifest: stays },
};

/** The fields of every kind of object that a site consists of. */
export const storedFields = {
  ...{ pageContent, blogContent, postContent, episodeContent, podcast, person, page, season, workflowState },
  ...{ comment, image, audio, chapter, video, settings, site, link, category, author, redirect, collection },
  ...{ group, workflow, task, trust, user, token, webhook },
};
export type StoredKind = keyof typeof storedFields;
