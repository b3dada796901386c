/** A test for the lines of Markdown, to be asked in their order: true for those of fenced code. */
export const codeLineTest = (): ((line: string) => boolean) => {
  let fence: string | undefined;
  return (line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length)))
      fence = fence === undefined ? mark : undefined;
    return fence !== undefined || mark !== undefined;
  };
};
