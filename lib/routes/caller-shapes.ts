import * as z from "zod/mini";
import { verbsOnSite } from "./may-shapes.ts";
import { id } from "./shapes.ts";

const bytes = z.int().check(z.positive());

/** The caller, and what the service takes and offers (contract#whoami). */
export const callerAndService = z.object({
  user: z.object({ id, username: z.string() }),
  scopes: z.nullable(z.array(z.string())),
  groups: z.array(z.string()),
  may: verbsOnSite,
  token: z.nullable(z.object({ name: z.string(), expires_at: z.nullable(z.string()) })),
  version: z.string(),
  extensions: z.array(z.string()),
  limits: z.object({
    json_bytes: bytes,
    form_bytes: bytes,
    image_bytes: bytes,
    audio_bytes: bytes,
    video_bytes: bytes,
    part_bytes: bytes,
    page_size: z.int().check(z.positive()),
  }),
});

/**
 * The extensions of this service to the API that it is modelled on: names, which never change, and for each
 * the id of a route that belongs to it (contract#whoami).
 */
export const extensions: Readonly<Record<string, string>> = {
  idempotency: "editor/posts/create",
  pages: "editor/pages/list",
  schema: "editor/schema/read",
  revisions: "editor/posts/list-revisions",
  states: "editor/posts/unpublish",
  "preview-links": "editor/posts/create-preview-link",
  "working-copies": "editor/posts/put-working-copy",
  bin: "editor/bin/list",
  changes: "changes/list",
  media: "editor/media/update-image",
  comments: "comments/list",
  may: "editor/pages/list",
  tokens: "editor/tokens/create",
  "token-exchange": "token/exchange",
  webhooks: "editor/webhooks/create",
  agents: "mcp",
  administration: "administration/users/list",
  health: "health",
};
