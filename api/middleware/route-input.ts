import type { Call } from '../../domain/kernel/call.ts';
import { AppError, notFound } from '../../domain/kernel/errors.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import type { RawInput } from '../../domain/kernel/invoke.ts';
import type { HttpContext } from '../context.ts';
import { readPath, readQuery } from '../read-input.ts';
import type { Route } from '../route.ts';
import type { Match } from '../router.ts';
import { turnForBody, turnKeyOf } from '../turns.ts';
import { type JsonBody, parseBody, readBody } from './body.ts';
import { parseUpload } from './upload-body.ts';

/** What a request gives by its path and its query. */
export function queryInput(ctx: HttpContext, match: Match): RawInput {
  const { value, problems } = readQuery(match.route.operation.input, ctx.querystring);
  return { params: pathInput(match), input: value, problems };
}

/** The body's bytes, or why they are refused: the operation throws that once permission and record are checked. */
export async function readOrRefuse(
  ctx: HttpContext,
  actor: Call['actor'],
  upload?: { maxBytes: number },
): Promise<Buffer | AppError> {
  try {
    return await readBody(ctx.req, upload && { ...upload, turn: () => eventLoopScheduler.take(turnKeyOf(actor)) });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * What a repeat with the same Idempotency-Key is compared by: the body, or the type and length of one that is refused
 * unread. undefined for a body that ended early, of which the repeat has more.
 */
export function comparedBytes({ req: { headers } }: HttpContext, body: Buffer | AppError): Buffer | undefined {
  if (!(body instanceof AppError)) return body;
  if (body.code === 'INVALID_JSON') return undefined;
  const mediaType = headers['content-type']?.split(';', 1)[0];
  return Buffer.from(JSON.stringify([body.code, mediaType, headers['content-encoding'], headers['content-length']]));
}

/** What a request gives by its path and its body. A large body is parsed in its partner's turn, and so is what comes after. */
export async function bodyInput(body: Buffer | AppError, match: Match, actor: Call['actor']): Promise<RawInput> {
  const params = pathInput(match);
  if (body instanceof AppError) return { params, refusal: body };
  const turn = turnForBody(actor, body);
  try {
    const { value, problems } = await parseInTurns(body, match.route, turn);
    return { params, input: value, problems, turn };
  } catch (error) {
    if (error instanceof AppError) return { params, refusal: error };
    throw error;
  }
}

async function parseInTurns(body: Buffer, route: Route, turn: (() => Promise<void>) | undefined): Promise<JsonBody> {
  if (turn && route.upload) return parseUpload(body, turn);
  await turn?.();
  return parseBody(body, turn);
}

/** A path that cannot be decoded matches no record. */
export function pathInput({ params, route }: Match): Record<string, unknown> {
  if (!params) throw route.operation.unknownRecord?.() ?? notFound('Record');
  return readPath(route.operation.params, params);
}
