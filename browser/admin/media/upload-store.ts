import type { MediaKind } from "./read-media.ts";

/** What the browser keeps of an upload, so that it goes on after the page was loaded anew. */
export interface KeptUpload {
  readonly id: string;
  readonly kind: MediaKind;
  readonly name: string;
  readonly sizeBytes: number;
  readonly collection: number | undefined;
  /** A small file itself. */
  readonly file?: File;
  /** Where a dropped file is, in browsers that have such handles. */
  readonly handle?: FileHandle;
}

/** A handle of a file, as far as it is used (not in every browser, and not in TypeScript's library). */
export interface FileHandle {
  readonly kind: "file" | "directory";
  readonly getFile: () => Promise<File>;
  readonly queryPermission?: (how: { readonly mode: "read" }) => Promise<string>;
  readonly requestPermission?: (how: { readonly mode: "read" }) => Promise<string>;
}

/** Browsers copy files into their store; larger ones are chosen again, or read by their handle. */
export const maxKeptBytes = 64 * 2 ** 20;

const storeName = "uploads";

/** Of one account, so that no other one sees what it has. */
const databaseOf = (userId: number): string => `lectern-uploads-${userId}`;

const opened = (userId: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseOf(userId), 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The lock that the tab of an upload holds, so that no other tab takes it up. */
const lockOf = (id: string): string => `lectern-upload-${id}`;

/** True once this tab has the upload; false while another one has it. */
const taken = (id: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise<void>((end) => held.set(id, end)) : undefined;
    });
  });

const held = new Map<string, () => void>();

const free = (id: string): void => {
  held.get(id)?.();
  held.delete(id);
};

/** The uploads that a browser keeps of an account. A store that is full or forbidden keeps none. */
export const uploadStore = (userId: number) => {
  let database: Promise<IDBDatabase> | undefined;
  const inStore = async <Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> => {
    database ??= opened(userId);
    const request = work((await database).transaction(storeName, mode).objectStore(storeName));
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  };
  return {
    keep: async (upload: KeptUpload): Promise<void> => {
      await taken(upload.id);
      await inStore("readwrite", (store) => store.put(upload)).catch(() => {});
    },
    remove: async (id: string): Promise<void> => {
      free(id);
      await inStore("readwrite", (store) => store.delete(id)).catch(() => {});
    },
    /** Those of tabs that are gone; they are this tab's then. */
    left: async (): Promise<readonly KeptUpload[]> => {
      const all = await inStore<KeptUpload[]>("readonly", (store) => store.getAll()).catch(() => []);
      const mine = await Promise.all(all.map(async ({ id }) => !held.has(id) && (await taken(id))));
      return all.filter((_, index) => mine[index]);
    },
  };
};
