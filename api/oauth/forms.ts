import { parse } from 'node:querystring';
import type Koa from 'koa';
import { AppError } from '../../domain/kernel/errors.ts';
import { readBytes } from '../middleware/body.ts';
import { errorPage } from './pages.ts';

const MAX_FORM_BYTES = 16_384;

/** The fields of a form; undefined: it is too large or ended early, and a page was sent. */
export async function readForm(ctx: Koa.Context): Promise<ReturnType<typeof parse> | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return {};
  let text: string;
  try {
    text = (await readBytes(ctx.req, MAX_FORM_BYTES)).toString('utf8');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.status = error.status;
    const isTooLarge = error.code === 'PAYLOAD_TOO_LARGE';
    errorPage(ctx, {
      error: 'invalid_request',
      error_description: isTooLarge ? 'This form is too large.' : 'This form did not arrive whole.',
    });
    return undefined;
  }
  return parse(text, '&', '=', { maxKeys: 20 });
}

/** A text field of a form; empty where it is absent or there are several. */
export function field(form: ReturnType<typeof parse>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** Sets Retry-After of a form that was limited, and returns the wait as a text for people. Throws every other error again. */
export function retryAfter(ctx: Koa.Context, error: unknown): string {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
  ctx.set('Retry-After', String(error.retryAfterSeconds));
  return timeText(error.retryAfterSeconds ?? 60);
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}
