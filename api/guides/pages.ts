import { readFileSync } from 'node:fs';
import type { Page } from '../health/pages.ts';
import { staticPage } from '../static-page.ts';
import { type Audience, type Guide, pathOf, readGuides } from './guides.ts';
import { ENTRANCES, ICON_PATH, STYLE_PATH } from './layout.ts';
import { renderGuide } from './render.ts';
import { searchPage } from './search-page.ts';

/** They change only with a release, so clients may cache them for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
/** Our pages have no scripts and load nothing from another origin; their one form is the search. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The guides at /docs/guides, also as they are written (`….md`), with a search for each audience, and the icon of all pages. */
export function guidePages(): Record<string, Page> {
  const guides = readGuides();
  const pages = guides.map((guide): [string, Page] => [
    pathOf(guide.name),
    staticPage({
      contentType: 'text/html; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      policy: POLICY,
      make: () => renderGuide(guide, guides),
    }),
  ]);
  const sources = guides.map(({ name, markdown }): [string, Page] => [
    `${pathOf(name)}.md`,
    staticPage({ contentType: 'text/markdown; charset=utf-8', cacheControl: CACHE_CONTROL, make: () => markdown }),
  ]);
  const icon = file('favicon.svg', 'image/svg+xml');
  return {
    ...entrance('partners', guides),
    ...entrance('operators', guides),
    [STYLE_PATH]: file('guides.css', 'text/css; charset=utf-8'),
    [ICON_PATH]: icon,
    // Browsers request it for pages that name no icon.
    '/favicon.ico': icon,
    ...Object.fromEntries([...pages, ...sources]),
  };
}

/** The way to the first guide of an audience, and its search. */
function entrance(audience: Audience, guides: readonly Guide[]): Record<string, Page> {
  const { path, searchPath: search } = ENTRANCES[audience];
  const first = guides.find((guide) => guide.audience === audience);
  return {
    [path]: (ctx) => ctx.redirect(pathOf(first?.name ?? '')),
    [search]: searchPage(audience, guides, POLICY),
  };
}

function file(name: string, contentType: string): Page {
  return staticPage({
    contentType,
    cacheControl: CACHE_CONTROL,
    make: () => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'),
  });
}
