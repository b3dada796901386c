import { listChanges } from "#lib/routes/changes.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "./call.ts";

/** An entry of the change feed. */
export interface ChangeEntry {
  readonly id: number;
  readonly type: string;
  readonly change: "published" | "updated" | "unpublished" | "deleted";
  readonly at: string;
  readonly digest: string | null;
  readonly html_url: string | null;
  readonly detail_url: string;
}

export interface ChangeAnswer {
  readonly results: readonly ChangeEntry[];
  readonly cursor: string;
  readonly more: boolean;
}

const ofEveryPage = "*,last_published_at,digest";

const ofPosts =
  "tags,categories,cover,media,podcast_audio,episode_number,episode_type,season,keywords,explicit,block";

/** All fields of a type that a page can be asked for. */
export const everyFieldOf = (type: string): string =>
  ["site.Post", "site.Episode"].includes(type)
    ? `${ofEveryPage},${ofPosts}`
    : `${ofEveryPage}${type === "site.HomePage" ? "" : ",feeds"}`;

/** A page as a stranger reads it, with all fields; undefined if there is none for them. */
export const readAsStranger = async (id: number, type: string): Promise<string | undefined> => {
  const answer = await call(readLivePage, { params: { id }, query: { fields: everyFieldOf(type) } });
  return answer.status === 200 ? answer.text : undefined;
};

/** All pages that strangers see, by id. */
export const readAll = async (): Promise<Map<number, string>> => {
  const pages = new Map<number, string>();
  for (let offset = 0; ; offset += 200) {
    const list = (await call(listPages, { query: { limit: 200, offset } })).body;
    for (const { id, meta } of list.results) {
      const page = await readAsStranger(id, meta.type);
      if (page) pages.set(id, page);
    }
    if (list.results.length < 200) return pages;
  }
};

export const askForChanges = async (cursor?: string, limit = 1_000): Promise<ChangeAnswer> => {
  const answer = await call(listChanges, { query: cursor === undefined ? {} : { cursor, limit } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};

/** A builder of a site that joined at some time and applies all changes since. */
export class ChangeFollower {
  readonly pages: Map<number, string>;
  #cursor: string;

  private constructor(pages: Map<number, string>, cursor: string) {
    this.pages = pages;
    this.#cursor = cursor;
  }

  static async join(): Promise<ChangeFollower> {
    const { cursor } = await askForChanges();
    return new ChangeFollower(await readAll(), cursor);
  }

  /** Applies the changes until there are no more; gives the entries. `read` gives a page as it is now. */
  async catchUp(
    limit?: number,
    read: (id: number, type: string) => Promise<string | undefined> | string | undefined = readAsStranger,
  ): Promise<readonly ChangeEntry[]> {
    const entries: ChangeEntry[] = [];
    for (let more = true; more; ) {
      const answer = await askForChanges(this.#cursor, limit);
      for (const { id, type, digest } of answer.results) {
        const page = digest === null ? undefined : await read(id, type);
        if (page === undefined) this.pages.delete(id);
        else this.pages.set(id, page);
      }
      entries.push(...answer.results);
      ({ more } = answer);
      this.#cursor = answer.cursor;
    }
    return entries;
  }
}
