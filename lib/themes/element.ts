import { h as createElement, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";

/** An element of a page. */
export type Element = VNode<object>;

/** What may stand inside of an element: elements, text, which is escaped, and gaps, which show nothing. */
export type Child = Element | string | null | undefined | false | readonly Child[];

/** Attributes as HTML names them; true stands for those without a value, false and undefined for none. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element from its name, its attributes and what stands inside of it. */
export const h = (name: string, attributes: Attributes | null, ...children: readonly Child[]): Element =>
  createElement<object>(name, attributes, ...children);

/** An element with HTML inside: there is no other way for HTML into a page. */
export const withHtml = (name: string, attributes: Attributes | null, html: SafeHtml): Element =>
  createElement(name, { ...attributes, dangerouslySetInnerHTML: { __html: html } }) as Element;

/** The element as HTML. Preact has escaped every text and every attribute. */
export const htmlOf = (element: Element): SafeHtml => vouchedHtml(renderToString(element));
