import type { EdgeContext } from './context.ts';

/** Answers with a JSON body; undefined answers without any. */
export function sendJson(ctx: EdgeContext, status: number, body: unknown): void {
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  sendJsonText(ctx, status, JSON.stringify(body));
}

/** Answers with a JSON body that is text already. */
export function sendJsonText(ctx: EdgeContext, status: number, text: string): void {
  ctx.status = status;
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = text;
}
