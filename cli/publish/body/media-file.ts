/** True for the path of a file; not for an address of the web, and not for nothing. */
export const isFileBeside = (file: string): boolean =>
  file !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file);

export const notBeside = (file: unknown): string =>
  `A file beside the text is required${typeof file === "string" && file !== "" ? `, not ${file}` : ""}.`;
