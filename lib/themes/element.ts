import { h as createElement, Fragment } from "preact";
import { renderToString } from "preact-render-to-string";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import type { Child, Element } from "./child.ts";

export type { Child, Element } from "./child.ts";

/** Attributes by HTML name. True writes one without a value; false and undefined write none. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export const h = (name: string, attributes: Attributes | null, ...children: readonly Child[]): Element =>
  createElement<object>(name, attributes, ...children);

/** An element with HTML inside: with `withoutElement` the only way for HTML into a page. */
export const withHtml = (name: string, attributes: Attributes | null, html: SafeHtml): Element =>
  createElement(name, { ...attributes, dangerouslySetInnerHTML: { __html: html } }) as Element;

/** HTML among the children of an element. */
export const withoutElement = (html: SafeHtml): Element =>
  createElement(Fragment as never, { tpl: [html] } as object) as Element;

/** Children as HTML. */
export const htmlOfAll = (children: Child): SafeHtml => htmlOf(createElement(Fragment, null, children));

/**
 * Joins HTML into one object in memory. What was joined from hundreds of texts is hundreds of objects, and
 * keeping those was a quarter of the garbage collection of a blog's page.
 */
export const inOnePiece = (html: SafeHtml): SafeHtml => vouchedHtml(Buffer.from(html).toString());

/** The HTML that `withHtml` has put into an element; undefined for others. */
export const htmlIn = ({ props }: Element): SafeHtml | undefined =>
  (props as { readonly dangerouslySetInnerHTML?: { readonly __html: SafeHtml } }).dangerouslySetInnerHTML
    ?.__html;

/** The element as HTML. It is safe because Preact escapes every text and every attribute. */
export const htmlOf = (element: Element): SafeHtml => vouchedHtml(renderToString(element));
