import { readFileSync } from 'node:fs';
import type { Page } from '../health/pages.ts';
import type { Route } from '../route.ts';
import { renderDocs } from './docs-page.ts';
import { buildDocument } from './document.ts';

/** The routes do not change while the process runs, so a reader may keep the pages for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

/** `/openapi.json`, and `/docs` for people; each is made when it is first read and kept as text. */
export function documentPages(options: { routes: readonly Route[]; publicUrl: string }): Record<string, Page> {
  return {
    '/openapi.json': page('application/json; charset=utf-8', () => JSON.stringify(buildDocument(options))),
    '/docs': page('text/html; charset=utf-8', () => renderDocs(buildDocument(options))),
    '/docs/docs.css': page('text/css; charset=utf-8', () => asset('docs.css')),
    '/docs/docs.js': page('text/javascript; charset=utf-8', () => asset('docs.js')),
  };
}

function page(contentType: string, make: () => string): Page {
  let text: string | undefined;
  return (ctx) => {
    text ??= make();
    ctx.set('Content-Type', contentType);
    ctx.set('Cache-Control', CACHE_CONTROL);
    ctx.body = text;
  };
}

function asset(name: string): string {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
}
