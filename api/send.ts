import type { EdgeContext } from './context.ts';

/** Answers with a JSON body; undefined answers without any. */
export function sendJson(ctx: EdgeContext, status: number, body: unknown): void {
  ctx.status = status;
  if (body === undefined) {
    ctx.body = null;
    if (status !== 204) ctx.status = status;
    return;
  }
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = JSON.stringify(body);
}
