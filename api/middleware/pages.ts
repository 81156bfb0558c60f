import { AppError, notFound } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import type { Page } from '../health/pages.ts';

/** Serves fixed paths outside the API, without credentials; a path that ends in `/*` stands for all with one part there. */
export function servePages(pages: Record<string, Page>): (ctx: HttpContext) => Promise<void> {
  const byPath = new Map(Object.entries(pages));
  return async (ctx) => {
    const path = ctx.path.length > 1 ? ctx.path.replace(/\/$/, '') : ctx.path;
    const pattern = byPath.has(path) ? path : `${path.slice(0, path.lastIndexOf('/'))}/*`;
    const page = byPath.get(pattern);
    if (!page) throw notFound('Page');
    ctx.state.routePattern = pattern;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD, OPTIONS');
      if (ctx.method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', 'This path takes GET, HEAD, OPTIONS.');
      ctx.status = 204;
      return;
    }
    await page(ctx);
  };
}
