import type { Page } from '../health/pages.ts';
import type { Route } from '../route.ts';
import { type StaticPage, staticPage } from '../static-page.ts';
import { buildDocument } from './document.ts';
import { REFERENCE_POLICY, referenceAssets, referencePage } from './reference.ts';

const DOCUMENT_PATH = '/openapi.json';
const REFERENCE_PATH = '/docs';

/** The routes do not change while the process runs, so clients may cache the pages for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
/** A file whose name contains the hash of its content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** `/openapi.json`, and `/docs` for people, which shows it with Scalar's API reference. */
export function documentPages(options: { routes: readonly Route[]; publicUrl: string }): Record<string, Page> {
  const assets = referenceAssets(DOCUMENT_PATH);
  const pages: Record<string, StaticPage> = {
    [DOCUMENT_PATH]: {
      contentType: 'application/json; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      make: () => JSON.stringify(buildDocument(options)),
    },
    [REFERENCE_PATH]: {
      contentType: 'text/html; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      policy: REFERENCE_POLICY,
      make: () =>
        referencePage(
          assets.map((asset) => asset.path),
          DOCUMENT_PATH,
        ),
    },
  };
  for (const { path, make } of assets) {
    pages[path] = { contentType: 'text/javascript; charset=utf-8', cacheControl: IMMUTABLE, make };
  }
  const served = Object.entries(pages).map(([path, page]) => [path, staticPage(page)]);
  return { '/': (ctx) => ctx.redirect(REFERENCE_PATH), ...Object.fromEntries(served) };
}
