export { createEditor, type Editor, type NewPrivateFeed, type PrivateFeed, setUp } from "./editor.ts";
export * from "./read.ts";
export { type UploadFile, type UploadWatcher, uploadFileOf } from "./upload.ts";
