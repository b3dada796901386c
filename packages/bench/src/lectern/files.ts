/** Files of media, and where a data directory has what. */
export { readFromDisk } from "../../../../lib/files/disk-content.ts";
export { fileKey } from "../../../../lib/files/file-key.ts";
export { openFiles } from "../../../../lib/files/open-files.ts";
export { tableFileIn } from "../../../../local/data-directory/table-file.ts";
export { filesFolderIn, openDataDirectory } from "../../../../local/data-directory.ts";
