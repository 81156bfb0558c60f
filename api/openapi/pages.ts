import type { Page } from '../health/pages.ts';
import type { Route } from '../route.ts';
import { sendJson } from '../send.ts';
import { buildDocument } from './document.ts';

/** `/openapi.json`, and `/docs` for people. */
export function documentPages(options: { routes: readonly Route[]; publicUrl: string }): Record<string, Page> {
  const document = buildDocument(options);
  return {
    '/openapi.json': (ctx) => sendJson(ctx, 200, document),
  };
}
