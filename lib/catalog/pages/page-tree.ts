import { rootPageId } from "#lib/pages/page.ts";

/** The pages by id; index 0 is unused. */
export interface PageLinks {
  /** Not zero for pages that exist. */
  readonly listed: Uint8Array;
  /** The parent's id, 0 for none. */
  readonly parent: Uint32Array;
  /** Ids of the pages that have a restriction of their own. */
  readonly restricted: Iterable<number>;
}

/** The page tree, depth first, siblings by id. It always has the root, and only what is below it. */
export interface PageTree {
  readonly order: Uint32Array;
  /** By page id: the place in tree order from 1; 0 for pages outside the tree. */
  readonly position: Uint32Array;
  /** By page id: one more than the position of the last page below it. */
  readonly end: Uint32Array;
  /** By page id: the nearest restricted page on its path, itself included; 0 if there is none. */
  readonly guard: Uint32Array;
}

/** Builds the tree in one pass over the ids and one over the pages. */
export const buildTree = ({ listed, parent, restricted }: PageLinks): PageTree => {
  const { firstChild, nextSibling } = childLinks(listed, parent);
  const size = listed.length;
  const position = new Uint32Array(size);
  const end = new Uint32Array(size);
  const guard = new Uint32Array(size);
  for (const id of restricted) guard[id] = id;

  const order = new Uint32Array(size);
  let count = 0;
  for (let id = rootPageId; id !== 0; ) {
    guard[id] ||= guard[parent[id] ?? 0] ?? 0;
    order[count++] = id;
    position[id] = count;
    if (firstChild[id] !== 0) {
      id = firstChild[id] ?? 0;
      continue;
    }
    end[id] = count + 1;
    while (id !== 0 && nextSibling[id] === 0) {
      id = parent[id] ?? 0;
      end[id] = count + 1;
    }
    id = nextSibling[id] ?? 0;
  }
  return { order: order.slice(0, count), position, end, guard };
};

// Goes down the ids, so that each sibling is put in front of those with higher ids.
const childLinks = (listed: Uint8Array, parent: Uint32Array) => {
  const firstChild = new Uint32Array(listed.length);
  const nextSibling = new Uint32Array(listed.length);
  for (let id = listed.length - 1; id > rootPageId; id--) {
    const parentId = parent[id] ?? 0;
    if (listed[id] === 0 || parentId === 0) continue;
    nextSibling[id] = firstChild[parentId] ?? 0;
    firstChild[parentId] = id;
  }
  return { firstChild, nextSibling };
};
