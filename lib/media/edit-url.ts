import type { Media } from "./media.ts";

/** Where people edit the object: a path below the admin. */
export const mediaEditUrl = ({ kind, id }: Pick<Media, "kind" | "id">): string => `/cms/${kind}s/${id}/edit/`;
