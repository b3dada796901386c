/** An integer that JSON writes from its digits, because a number would round it. */
export interface ExactInteger {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text of a JSON scalar (ECMAScript 2026). */
    rawJSON(text: string): ExactInteger;
  }
}

export const exactInteger = (digits: string): ExactInteger => JSON.rawJSON(digits);
