import { readFileSync } from 'node:fs';
import type { Page } from '../health/pages.ts';
import type { Route } from '../route.ts';
import { renderDocs } from './docs-page.ts';
import { buildDocument } from './document.ts';

/** The routes do not change while the process runs, so a reader may keep the pages for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

/** `/openapi.json`, and `/docs` for people. */
export function documentPages(options: { routes: readonly Route[]; publicUrl: string }): Record<string, Page> {
  const document = buildDocument(options);
  return {
    '/openapi.json': page('application/json; charset=utf-8', JSON.stringify(document)),
    '/docs': page('text/html; charset=utf-8', renderDocs(document)),
    '/docs/docs.css': page('text/css; charset=utf-8', asset('docs.css')),
    '/docs/docs.js': page('text/javascript; charset=utf-8', asset('docs.js')),
  };
}

function page(contentType: string, text: string): Page {
  return (ctx) => {
    ctx.set('Content-Type', contentType);
    ctx.set('Cache-Control', CACHE_CONTROL);
    ctx.body = text;
  };
}

function asset(name: string): string {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
}
