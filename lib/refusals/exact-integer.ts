/** An integer that JSON writes from its digits, because a number would round it. */
export interface ExactInteger {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /**
     * A value that `JSON.stringify` writes as this text: a number, string, boolean or null (ECMAScript 2026).
     */
    rawJSON(text: string): ExactInteger;
  }
}

export const exactInteger = (digits: string): ExactInteger => JSON.rawJSON(digits);
