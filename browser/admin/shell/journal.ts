import type { Journal, JournalEntry } from "../words/ports.ts";

/** The name of a browser's store: one for each account, so that no other one sees what it has. */
const databaseOf = (userId: number): string => `lectern-words-${userId}`;

const storeName = "entries";

const opened = (userId: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseOf(userId), 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The browser's store is in use by an earlier version."));
  });

/** A tab holds this lock as long as it is open; the browser frees it even if the tab crashes. */
const lockOf = (tab: string): string => `lectern-tab-${tab}`;

export const newTab = (): string => {
  const tab = crypto.randomUUID();
  void navigator.locks.request(lockOf(tab), () => new Promise(() => {}));
  return tab;
};

interface WholeJournal extends Journal {
  /** The entries of a page, those of open tabs, too. */
  readonly all: (page: string) => Promise<readonly JournalEntry[]>;
  /** The pages with words that are only here. */
  readonly pages: () => Promise<readonly string[]>;
  /** Their titles. */
  readonly titles: () => Promise<readonly string[]>;
  /** Removes everything; what this document has on the screen is not written again. */
  readonly empty: () => Promise<void>;
}

let isClosed = false;

/** Writes nothing more: somebody has signed out, and what was here is discarded. */
export const closeJournals = (): void => {
  isClosed = true;
};

/** What the browser keeps of an account's words, in IndexedDB. */
export const openJournal = (userId: number): WholeJournal => {
  let database: Promise<IDBDatabase> | undefined;
  const inStore = async <Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> => {
    database ??= opened(userId);
    database.catch(() => {
      database = undefined;
    });
    // Written to the disk before it counts: a crash of the machine loses nothing either.
    const transaction = (await database).transaction(storeName, mode, { durability: "strict" });
    const request = work(transaction.objectStore(storeName));
    // A page that is being left waits for no answer.
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  };
  const openTabs = async (): Promise<ReadonlySet<string>> => {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.map(({ name }) => name ?? ""));
  };
  const entries = () => inStore("readonly", (store) => store.getAll()) as Promise<readonly JournalEntry[]>;
  return {
    put: async (entry) => {
      if (isClosed) return;
      await inStore("readwrite", (store) => store.put(entry, `${entry.page} ${entry.tab}`));
    },
    remove: async (page, tab) => {
      await inStore("readwrite", (store) => store.delete(`${page} ${tab}`));
    },
    left: async (page) => {
      const [all, open] = await Promise.all([entries(), openTabs()]);
      return all.filter((entry) => entry.page === page && !open.has(lockOf(entry.tab)));
    },
    all: async (page) => (await entries()).filter((entry) => entry.page === page),
    pages: async () => [...new Set((await entries()).map(({ page }) => page))],
    titles: async () => {
      const titles = new Map((await entries()).map(({ page, fields }) => [page, String(fields.title ?? "")]));
      return [...titles.values()];
    },
    empty: async () => {
      closeJournals();
      await inStore("readwrite", (store) => store.clear());
    },
  };
};
