import { readFileSync } from 'node:fs';
import type { Page } from '../health/pages.ts';
import { staticPage } from '../static-page.ts';
import { readGuides } from './guides.ts';
import { GUIDES_PATH, ICON_PATH, pathOf, renderGuide, STYLE_PATH } from './render.ts';

/** They change only with a release, so clients may cache them for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
/** Our pages have no scripts and load nothing from another origin. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** The guides at /docs/guides, and the icon of all pages. */
export function guidePages(): Record<string, Page> {
  const guides = readGuides();
  const html = 'text/html; charset=utf-8';
  const pages = guides.map((guide): [string, Page] => [
    pathOf(guide.name),
    staticPage({
      contentType: html,
      cacheControl: CACHE_CONTROL,
      policy: POLICY,
      make: () => renderGuide(guide, guides),
    }),
  ]);
  const icon = file('favicon.svg', 'image/svg+xml');
  return {
    [GUIDES_PATH]: (ctx) => ctx.redirect(pathOf(guides[0]?.name ?? '')),
    [STYLE_PATH]: file('guides.css', 'text/css; charset=utf-8'),
    [ICON_PATH]: icon,
    // Browsers request it for pages that name no icon.
    '/favicon.ico': icon,
    ...Object.fromEntries(pages),
  };
}

function file(name: string, contentType: string): Page {
  return staticPage({
    contentType,
    cacheControl: CACHE_CONTROL,
    make: () => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'),
  });
}
