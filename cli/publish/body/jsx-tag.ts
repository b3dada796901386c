import { bracketEnd, quotedEnd } from "./script-ends.ts";

/** A tag of JSX: the beginning or end of an element, or a whole one. */
export interface JsxTag {
  /** As it is written; empty for a fragment. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isWhole: boolean;
  readonly attributes: readonly JsxAttribute[];
  /** The index behind the tag. */
  readonly end: number;
}

export interface JsxAttribute {
  readonly name: string;
  /** Absent for an attribute without a value, and for an expression. */
  readonly text?: string;
  /** What stands in braces, without them; of `{...props}`, whose name is empty, all of it. */
  readonly expression?: string;
}

/** The tag that begins at `start`, where `<` stands; undefined for anything else. */
export const jsxTagAt = (text: string, start: number): JsxTag | undefined => {
  const [begin, slash, name = ""] =
    /^<(\/?)\s*((?:[A-Za-z_$][\w$.:-]*)?)(?=[\s/>{])/.exec(text.slice(start, start + 200)) ?? [];
  if (begin === undefined) return undefined;
  const isEnd = slash === "/";
  const attributes: JsxAttribute[] = [];
  let at = start + begin.length;
  while (at < text.length) {
    const each = text[at] ?? "";
    if (/\s/.test(each)) at++;
    else if (each === ">") return { name, isEnd, isWhole: false, attributes, end: at + 1 };
    else if (each === "/" && /^\/\s*>/.test(text.slice(at, at + 50)))
      return { name, isEnd, isWhole: true, attributes, end: text.indexOf(">", at) + 1 };
    else {
      const attribute = name === "" || isEnd ? undefined : attributeAt(text, at);
      if (!attribute) return undefined;
      attributes.push(attribute.attribute);
      at = attribute.end;
    }
  }
  return undefined;
};

const attributeAt = (
  text: string,
  start: number,
): { readonly attribute: JsxAttribute; readonly end: number } | undefined => {
  if (text[start] === "{") {
    const end = bracketEnd(text, start);
    return end === undefined
      ? undefined
      : { attribute: { name: "", expression: text.slice(start + 1, end - 1).trim() }, end };
  }
  const name = /^[^\s"'<>/={}]+/.exec(text.slice(start, start + 200))?.[0];
  if (name === undefined) return undefined;
  const behind = start + name.length;
  const equals = /^\s*=\s*/.exec(text.slice(behind, behind + 100))?.[0];
  if (equals === undefined) return { attribute: { name }, end: behind };
  const at = behind + equals.length;
  if (text[at] === "{") {
    const end = bracketEnd(text, at);
    return end === undefined
      ? undefined
      : { attribute: { name, expression: text.slice(at + 1, end - 1).trim() }, end };
  }
  if (text[at] === '"' || text[at] === "'") {
    // Values of attributes may have line breaks and no escapes.
    const end = text.indexOf(text[at] ?? "", at + 1) + 1;
    return end === 0 ? undefined : { attribute: { name, text: text.slice(at + 1, end - 1) }, end };
  }
  return undefined;
};

/** The text that an expression is, such as `"a"`, `` `a` `` and `3`; undefined for any other. */
export const literalIn = (expression: string): string | undefined => {
  if (/^-?\d+(?:\.\d+)?$/.test(expression)) return expression;
  const isText = /^["'`]/.test(expression) && quotedEnd(expression, 0) === expression.length;
  if (!isText || (expression.startsWith("`") && expression.includes("${"))) return undefined;
  return expression.slice(1, -1).replace(/\\(.)/g, (_, each: string) => (each === "n" ? "\n" : each));
};
