/** Prints on the error stream what the benchmark is doing. */
export const showProgress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
