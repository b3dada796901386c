/** A file's extension in small letters and without its dot; empty for a name without one. */
export const fileExtension = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
