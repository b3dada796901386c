/**
 * True if a glob with `*`, `**`, `?` and one `{a,b}` is that of a path, or, unless it is whole, of a folder
 * above it.
 */
export const isGlobOf = (glob: string, path: string, isWhole: boolean): boolean => {
  const [, before = "", choices, after = ""] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  const globs = choices === undefined ? [glob] : choices.split(",").map((each) => before + each + after);
  return globs.some((each) =>
    endsOf(each, path).some((end) => end === path.length || (!isWhole && path[end] === "/")),
  );
};

/** How much of the path the glob may take. Not a regular expression, which many wildcards make slow. */
const endsOf = (glob: string, path: string): readonly number[] => {
  let ends: readonly number[] = [0];
  for (const [sign] of glob.matchAll(/\*{2,}|[\s\S]/g)) {
    const next = new Set<number>();
    for (const end of ends)
      for (const each of stepsOf(sign, path, end)) {
        // From here on, another end has been everywhere.
        if (next.has(each)) break;
        next.add(each);
      }
    ends = [...next];
  }
  return ends;
};

function* stepsOf(sign: string, path: string, start: number): Generator<number> {
  const isTaken = (character: string | undefined): boolean =>
    character !== undefined &&
    (sign === character || sign.length > 1 || (/[*?]/.test(sign) && character !== "/"));
  let end = start;
  if (sign.startsWith("*")) yield end;
  while (isTaken(path[end])) {
    yield ++end;
    if (!sign.startsWith("*")) return;
  }
}
