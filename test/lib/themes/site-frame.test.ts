// Proves contract rules: site-frame.

import { describe, expect, test } from "vitest";
import type { SiteFrame } from "#lib/themes/page-parts.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import type { HomePage } from "#lib/themes/theme.ts";
import { fieldNotes, heron, readingOf, shortPost } from "./reading.ts";

const reading = readingOf([heron]);

const post = (site: Partial<SiteFrame>): string =>
  plain.postPage({ ...shortPost, site: { ...fieldNotes, ...site } }, reading);

const home = (site: Partial<SiteFrame>): string => {
  const page: HomePage = { ...shortPost, site: { ...fieldNotes, ...site }, blogs: [], newest: [] };
  return plain.homePage(page, reading);
};

const logo =
  '<img class="logo" src="/media/images/17/0a1b2c3d4e5f/heron-cover.webp" width="512" height="341" alt/>';

describe("what pages show of the site", () => {
  test("is a logo beside the site's name, on the front page too", () => {
    expect(post({ logo: heron })).toContain(`<a href="/">${logo}Field Notes</a><a href="/marsh/">Marsh</a>`);
    expect(home({ logo: heron })).toContain(`<h1>${logo}First ice</h1>`);
  });

  test("is a navigation, in which the page itself is marked", () => {
    const navigation = [
      { title: "Notes", url: "/notes/", isCurrent: true },
      { title: "Elsewhere", url: "https://else.example/", isCurrent: false },
    ];
    const links =
      '<nav aria-label="Site"><a href="/notes/" aria-current="page">Notes</a><a href="https://else.example/">Elsewhere</a></nav></header>';
    expect(post({ navigation })).toContain(links);
    expect(home({ navigation })).toContain(`<header class="site">${links}`);
  });

  test("are links to where else the site is to be found, at the foot", () => {
    const socialLinks = [{ title: "Birds elsewhere", url: "https://social.example/@notes" }];
    const links =
      '<nav aria-label="Elsewhere"><a href="https://social.example/@notes" rel="me">Birds elsewhere</a></nav></footer>';
    expect(post({ socialLinks })).toContain(links);
    expect(home({ socialLinks })).toContain(`<footer class="site">${links}`);
  });

  test("is an icon for tabs: the uploaded file, or one that nothing has to be fetched for", () => {
    expect(post({ favicon: heron })).toContain(
      '<link rel="icon" type="image/webp" href="/media/images/17/0a1b2c3d4e5f/heron.jpg"/>',
    );
    expect(post({})).toContain('<link rel="icon" href="data:,"/>');
  });

  test("is nothing where the site says nothing", () => {
    expect(home({})).not.toMatch(/<nav|<header class="site"|<footer|<img/);
  });
});
