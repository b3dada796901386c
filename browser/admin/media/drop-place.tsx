import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { caller } from "../shell/service.ts";
import { words } from "./texts.ts";
import type { FileHandle } from "./upload-store.ts";
import { uploadFile } from "./uploads.ts";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Files can be dropped anywhere on the screen; what a text takes itself is no concern of this. */
export const DropPlace = () => {
  const isOver = useSignal(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !caller.value) return;
      // A text shows by itself where a file would go.
      isOver.value = !(event.target instanceof Element && event.target.closest("[contenteditable=true]"));
      event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      isOver.value = false;
      if (!hasFiles(event) || event.defaultPrevented || !caller.value) return;
      event.preventDefault();
      void uploadDropped(event.dataTransfer?.items);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return isOver.value ? (
    <div class="drop-place" aria-hidden="true">
      {words.drop}
    </div>
  ) : null;
};

interface DroppedItem extends DataTransferItem {
  readonly getAsFileSystemHandle?: () => Promise<FileHandle | null>;
}

/** Handles have to be asked for before anything else, while the browser still has what was dropped. */
const uploadDropped = async (items: DataTransferItemList | undefined): Promise<void> => {
  const collection = Number(new URLSearchParams(location.search).get("collection")) || undefined;
  const dropped = [...(items ?? [])].flatMap((item: DroppedItem) => {
    const file = item.kind === "file" ? item.getAsFile() : null;
    return file ? [{ file, handle: item.getAsFileSystemHandle?.().catch(() => null) }] : [];
  });
  for (const { file, handle } of dropped) void uploadFile(file, { collection, handle: await handle });
};
