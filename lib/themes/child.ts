import type { VNode } from "preact";

export type Element = VNode<object>;

/** A child of an element. Text is escaped; null, undefined and false show nothing. */
export type Child = Element | string | null | undefined | false | readonly Child[];
