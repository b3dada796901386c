import { declarationsIn } from "#lib/field.ts";
import { type Chapter, declaredMedia, emptyMedia, fieldsOfMedia } from "#lib/media/media.ts";
import { type MediaFields, manifestOnlyFields } from "#lib/media/media-fields.ts";
import { type ObjectField, ordinaryValue } from "#lib/object-fields.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import type { ContentField } from "#lib/pages/content-fields.ts";
import { declared, emptyOf } from "#lib/pages/content-values.ts";
import type { Page, Season, WorkflowState } from "#lib/pages/page.ts";
import { seasonFields } from "#lib/pages/page.ts";
import { personFields, podcastDetailFields } from "#lib/pages/podcast.ts";
import type { Token, Trust } from "#lib/site/credential.ts";
import {
  authorFields,
  type Category,
  type Collection,
  categoryFields,
  emptySite,
  redirectFields,
  type Site,
  settingFields,
} from "#lib/site/site.ts";
import type { Group, User } from "#lib/site/user.ts";
import { groupFields, userFields } from "#lib/site/user.ts";
import { type Webhook, webhookFields } from "#lib/site/webhook.ts";
import type { Workflow } from "#lib/site/workflow.ts";
import { workflowFields } from "#lib/site/workflow.ts";

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

const ordinary = <Name extends string>(
  fields: Readonly<Record<Name, ObjectField>>,
): Readonly<Record<Name, unknown>> => {
  const values = declarationsIn<Name, ObjectField>(fields).map(([name, field]) => [
    name,
    field.optional ? undefined : ordinaryValue(field),
  ]);
  return Object.fromEntries(values);
};

const page: Fields<Page> = {
  ...{ id: stays, kind: "home", parentId: stays, ancestors: stays, uuid: undefined, slug: "", draftSlug: "" },
  ...{ title: "", ownerId: null, live: true, unpublishedChanges: false, latestRevisionId: stays },
  ...{ summary: stays, liveRevisionId: stays, publicSlug: stays, aliases: undefined, createdAt: stays },
  ...{ firstPublishedAt: stays, lastPublishedAt: stays, showInMenus: false, restriction: null },
  ...{ lock: stays, schedule: stays, workflow: null, commentsClosed: undefined, comments: undefined },
  ...{ commentsVersion: stays, seasons: undefined, fromManifest: stays, births: stays, version: stays },
};

const season: Fields<Season> = { ...ordinary(seasonFields), id: stays };

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
    declaredMedia({ ...fields, ...manifestOnlyFields }).map(([name, field]) => [
      name,
      field.made || field.type === "key" ? stays : field.always ? emptyMedia(field) : undefined,
    ]),
  ),
  collectionId: 1,
});

const image = mediaOf(fieldsOfMedia.image);
const audio = mediaOf(fieldsOfMedia.audio);

const chapter: Fields<Chapter> = { startSeconds: 0, title: "", link: "", image: "" };

const video = mediaOf(fieldsOfMedia.video);

const site: Fields<Site> = { ...emptySite, version: stays, beside: stays };
const category: Fields<Category> = { ...ordinary(categoryFields), id: stays, byHand: stays };
const collection: Fields<Collection> = {
  ...{ id: stays, byHand: stays, parentId: null, name: "Root", restriction: null },
};
const group: Fields<Group> = { ...ordinary(groupFields), id: stays, byHand: stays };
const workflow: Fields<Workflow> = { ...ordinary(workflowFields), id: stays, byHand: stays };

const trust: Fields<Trust> = {
  ...{ id: stays, byHand: stays, issuer: "", audience: "", claims: {}, keys: undefined, userId: undefined },
  ...{ scopes: undefined, parents: undefined, collections: undefined },
};

/** Passwords are hashed again. */
const user: Fields<User> = {
  ...{ ...ordinary(userFields), id: stays, passwordHash: stays, fromManifest: stays },
  ...{ setByManifest: stays, signOuts: stays, version: stays },
};

const token: Fields<Token> = {
  ...{ kind: stays, name: "", userId: undefined, scopes: null, expiresAt: undefined, parents: undefined },
  ...{ collections: undefined, trustId: stays, fromManifest: stays, createdAt: stays },
};

const webhook: Fields<Webhook> = {
  ...{ ...ordinary(webhookFields), id: stays, problem: stays, createdAt: stays, firstDelivery: stays },
  ...{ fromManifest: stays, setByManifest: stays },
};

/** The fields of every kind of object that a site consists of. */
export const storedFields = {
  ...{ pageContent, blogContent, postContent, episodeContent, page, season, workflowState, comment },
  ...{ podcast: ordinary(podcastDetailFields), person: ordinary(personFields) },
  ...{
    image,
    audio,
    chapter,
    video,
    site,
    category,
    collection,
    group,
    workflow,
    trust,
    user,
    token,
    webhook,
  },
  ...{
    settings: ordinary(settingFields),
    author: ordinary(authorFields),
    redirect: ordinary(redirectFields),
  },
  ...{ link: ordinary(settingFields.navigation.fields), task: ordinary(workflowFields.tasks.fields) },
};
export type StoredKind = keyof typeof storedFields;
