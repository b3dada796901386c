import type { Authored, ObjectFields, StoredObject } from "#lib/object-fields.ts";
import type { PageKind } from "#lib/pages/page.ts";
import type { SetByManifest } from "./set-by-manifest.ts";

export const webhookEvents = ["page.published", "page.updated", "page.unpublished", "page.deleted"] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** The longest window: a day. */
export const maxCoalesceSeconds = 86_400;

/** What people set of a webhook, beside its secret. */
export const webhookFields = {
  /** Unique. */
  name: { type: "line", maxLength: 150, required: true },
  url: { type: "line", maxLength: 2_000, required: true },
  events: { type: "someOf", names: webhookEvents, minMembers: 1, empty: webhookEvents },
  /** Only changes of these pages and of what is below them; empty for all changes. */
  parents: { type: "pages", stated: true },
  /** The seconds for which changes are collected for one call; 0: each change is a call. */
  coalesceSeconds: { type: "integer", min: 0, max: maxCoalesceSeconds, stated: true },
  active: { type: "boolean", empty: true, stated: true },
} as const satisfies ObjectFields;

export const webhookAuthoring = {
  name: { label: "Name", help: "What lists call it." },
  url: { label: "Address", help: "Where the calls go." },
  events: { label: "Events", help: "What it is told of." },
  parents: {
    label: "Pages",
    help: "Only changes of these and of what is below them; left out, all changes.",
  },
  coalesceSeconds: {
    label: "Window",
    help: "The seconds for which changes are collected for one call; 0 for a call for each.",
  },
  active: { label: "Active", help: "Whether it is called." },
} as const satisfies Authored<typeof webhookFields>;

/** A receiver of changes. Its secret is stored apart from it. */
export interface Webhook extends StoredObject<typeof webhookFields> {
  readonly id: number;
  /** Why the service has switched it off; null if it has not. */
  readonly problem: string | null;
  readonly createdAt: string;
  /** Deliveries with lower ids waited when it was switched off, and are not sent any more. */
  readonly firstDelivery?: number;
  readonly fromManifest?: true;
  readonly setByManifest?: SetByManifest;
}

/** The position in the change log up to which there are deliveries of a webhook. */
export interface WebhookPosition {
  /** Everything up to this number. */
  readonly through: number;
  /** Of the next entry, events of pages up to this id are done. */
  readonly afterId: number;
  /** Numbers above `through` that were told ahead, because later versions of their pages were. */
  readonly ahead?: readonly number[];
  /** The entries of the log that had appeared when the webhook was made. It is not told of them. */
  readonly start: { readonly highest: number; readonly gaps: readonly number[] };
}

/** A change of a page that strangers may see; the rest of a call is read when it is sent. */
export interface PageEvent {
  readonly id: number;
  readonly kind: PageKind;
  readonly change: "published" | "updated" | "unpublished" | "deleted";
  readonly parentId: number | null;
  readonly at: string;
  /** The pages below it are altered, too. */
  readonly below?: true;
}

/** The last attempt to send a delivery. */
export interface DeliveryTry {
  readonly at: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly problem: string | null;
  /** Its first kilobyte. */
  readonly answer: string;
}

/** A call of a webhook. Deliveries of a webhook are made in the order of their ids. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  /** `webhook-id`: the same in each attempt. */
  readonly messageId: string;
  /** `page`: one event; `pages`: what a window has collected; `test`: nothing has happened. */
  readonly kind: "page" | "pages" | "test";
  readonly events: readonly PageEvent[];
  /** More pages than `events` can have were changed. */
  readonly truncated: boolean;
  readonly state: "waiting" | "delivered" | "failed";
  readonly createdAt: string;
  /** When it is tried first, from when failures are counted. */
  readonly dueAtMs: number;
  /** When it is tried next. */
  readonly nextAtMs: number;
  /** The time until which the process that has begun an attempt has it for itself; 0 for none. */
  readonly leasedUntilMs: number;
  readonly tries: number;
  readonly lastTry: DeliveryTry | null;
  /** Raised by each change. */
  readonly version: number;
}
