/** True for the path of a file; not for an address of the web, and not for nothing. */
export const isFileBeside = (file: string): boolean =>
  file !== "" && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file);

export const notBeside = (file: unknown): string =>
  `A file beside the text is required${typeof file === "string" && file !== "" ? `, not ${file}` : ""}.`;

/** What `%20` and the like stand for, which Markdown needs for some letters of names. */
export const fileOf = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
