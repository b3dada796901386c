import type { CustomBlock, ListBlock, StreamBlock, StructBlock } from "./custom-block.ts";
import { isObject } from "./is-object.ts";

export interface CustomLeaf {
  readonly type: Exclude<CustomBlock["type"], "struct" | "list" | "stream">;
  readonly value: unknown;
}

/** The leaves of a stored custom block in order; containers of another shape than declared have none. */
export function* customLeaves(block: CustomBlock, stored: unknown): Generator<CustomLeaf> {
  switch (block.type) {
    case "struct":
      yield* leavesOfStruct(block, stored);
      break;
    case "list":
      yield* leavesOfList(block, stored);
      break;
    case "stream":
      yield* leavesOfStream(block, stored);
      break;
    default:
      yield { type: block.type, value: stored };
  }
}

function* leavesOfStruct({ fields }: StructBlock, stored: unknown): Generator<CustomLeaf> {
  if (!isObject(stored)) return;
  for (const [name, field] of fields)
    if (Object.hasOwn(stored, name)) yield* customLeaves(field, stored[name]);
}

function* leavesOfList({ item }: ListBlock, stored: unknown): Generator<CustomLeaf> {
  if (!Array.isArray(stored)) return;
  for (const entry of stored) if (isObject(entry)) yield* customLeaves(item, entry.value);
}

function* leavesOfStream({ blocks }: StreamBlock, stored: unknown): Generator<CustomLeaf> {
  if (!Array.isArray(stored)) return;
  for (const child of stored) {
    const kind = isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;
    if (kind) yield* customLeaves(kind, child.value);
  }
}
