/** True for the path of a file; false for an address of the web, and for an empty text. */
export const isFileBeside = (file: string): boolean =>
  file !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file);

export const notBeside = (file: unknown): string =>
  `A file beside the text is required${typeof file === "string" && file !== "" ? `, not ${file}` : ""}.`;
