/** Prints results as usual, and writes them as JSON, too, to the file that TEST_REPORT names. */
export const reporters: (string | [string, Record<string, string>])[] = [
  "default",
  ...(process.env.TEST_REPORT
    ? [["json", { outputFile: process.env.TEST_REPORT }] as [string, Record<string, string>]]
    : []),
];
