import { isDeepStrictEqual } from "node:util";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import type { Client } from "./client.ts";
import type { EditorSite, PlannedPost, planPost } from "./plan.ts";

/**
 * Keeps the site's settings, which somebody may change during a run, and plans posts by those that were read
 * last. A file that newer settings refuse keeps its plan, and the service says why it refuses it.
 */
export class Planning {
  readonly #client: Client;
  readonly #plan: (post: PlannedPost, site: EditorSite) => ReturnType<typeof planPost>;
  #site: EditorSite | undefined;
  #reading: Promise<EditorSite> | undefined;

  constructor(client: Client, plan: (post: PlannedPost, site: EditorSite) => ReturnType<typeof planPost>) {
    this.#client = client;
    this.#plan = plan;
  }

  /** Reads the settings again, once for all that ask at the same time. */
  async readAgain(): Promise<void> {
    this.#reading ??= this.#client(readEditorSite);
    try {
      this.#site = await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }

  /** Reads the settings again; true if a post's blocks are others by them. */
  async changes(post: PlannedPost): Promise<boolean> {
    const blocksOf = ({ fields: { overview, detail } }: PlannedPost) => ({ overview, detail });
    const before = blocksOf(this.current(post));
    await this.readAgain();
    return !isDeepStrictEqual(blocksOf(this.current(post)), before);
  }

  current(post: PlannedPost): PlannedPost {
    if (!this.#site) return post;
    const made = this.#plan(post, this.#site);
    return "problems" in made ? post : made;
  }
}
