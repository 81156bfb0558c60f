import type { HttpContext } from './context.ts';

/** Responds with a JSON body; without one for undefined. */
export function sendJson(ctx: HttpContext, status: number, body: unknown): void {
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  sendJsonText(ctx, status, JSON.stringify(body));
}

/** Responds with a JSON body that is already serialized. */
export function sendJsonText(ctx: HttpContext, status: number, text: string): void {
  ctx.status = status;
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = text;
}
