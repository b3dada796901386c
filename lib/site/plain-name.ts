/** True for a name without control characters, which would steer the terminal of whoever lists it. */
export const isPlainName = (text: string): boolean => !/\p{Cc}/u.test(text);
