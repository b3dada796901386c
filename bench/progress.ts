/** Says on the error stream what the benchmark is doing. */
export const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
