export { createEditor, type Editor } from "./editor.ts";
export * from "./read.ts";
export { type UploadFile, type UploadWatcher, uploadFileOf } from "./upload.ts";
