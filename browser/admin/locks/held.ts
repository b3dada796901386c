import { signal } from "@preact/signals";
import type { Hold } from "./standing.ts";

/** What holds the page that is open, once it is known. */
export const held = signal<readonly Hold[]>([]);
