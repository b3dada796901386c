import { readPostSource } from "#importers/lectern.ts";

/** What `lectern publish` would refuse in a file of the folder, whatever the site allows. */
export const refusalsOfPublish = (file: string, text: string): readonly string[] => {
  const read = readPostSource(file, text);
  return "problems" in read ? read.problems.map(({ line, message }) => `${file}:${line}: ${message}`) : [];
};
