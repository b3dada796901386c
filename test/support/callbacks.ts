/** A call in a source that hands over a function for later, when nobody waits for it any more. */
interface LateCall {
  /** Such as `request.on("close", forget)`, as it is written. */
  readonly text: string;
  readonly callback: string;
}

/** Calls, with the position of the function that they are given. */
const calls: readonly (readonly [pattern: RegExp, position: number])[] = [
  [/\.(on|once|addListener|prependListener|prependOnceListener|addEventListener)\(/g, 1],
  [/(?<![\w.])(setTimeout|setInterval|setImmediate|queueMicrotask)\(/g, 0],
  [/\.setTimeout\(/g, 1],
  [/\bprocess\.nextTick\(/g, 0],
  [/\bclock\.after\(/g, 1],
];

/** Calls whose last argument may be such a function. */
const mayHaveOne =
  /(?<![\w.])((https?\.)?(createServer|get|request)|pipeline|lookup|server\.(listen|close))\(/g;

const isFunction = /^(async )?(\w+|\([^)]*\)) =>|^function\b|^guarded\(/;

const isPromised = (code: string, { text }: LateCall): boolean =>
  text.startsWith("pipeline(") && code.includes('from "node:stream/promises"');

/** All such calls in a source without comments. */
export const lateCalls = (code: string): readonly LateCall[] => {
  const found = (pattern: RegExp, position: number): LateCall[] =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const given = argumentsAfter(code, match.index + match[0].length);
      const callback = given.at(position);
      const text = `${match[0]}${given.join(", ")})`.replace(/\s+/g, " ");
      return callback === undefined ? [] : [{ text, callback }];
    });
  return [
    ...calls.flatMap(([pattern, position]) => found(pattern, position)),
    ...found(mayHaveOne, -1).filter((call) => isFunction.test(call.callback) && !isPromised(code, call)),
  ];
};

/** Those whose function may throw without anybody who hears of it. */
export const bareCallbacks = (code: string): readonly string[] => {
  const guardedHere = [...code.matchAll(/\bconst (\w+) = guarded\(/g)].map(([, name]) => name!);
  const cannotThrow = new Set(["resolve", "reject", "ignore", "logError", "() => {}", ...guardedHere]);
  return lateCalls(code)
    .filter(({ callback }) => !callback.startsWith("guarded(") && !cannotThrow.has(callback))
    .map(({ text }) => text);
};

/** The arguments of a call, whose text begins behind its parenthesis. */
const argumentsAfter = (code: string, start: number): string[] => {
  const given: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < code.length; at++) {
    const character = code[at]!;
    if (`"'\``.includes(character)) at = endOfText(code, at);
    else if ("([{".includes(character)) depth++;
    else if (depth === 0 && ",)".includes(character)) {
      given.push(code.slice(from, at).trim());
      from = at + 1;
      if (character === ")") break;
    } else if (")]}".includes(character)) depth--;
  }
  return given.filter((text) => text !== "");
};

/** Where a text in quotes ends. What stands in a template may have no backquotes itself. */
const endOfText = (code: string, start: number): number => {
  let at = start + 1;
  while (at < code.length && code[at] !== code[start]) at += code[at] === "\\" ? 2 : 1;
  return at;
};
