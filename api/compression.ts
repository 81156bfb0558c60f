import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { z } from 'zod';
import type { HttpContext } from './context.ts';
import type { JsonRoute } from './route.ts';
import { JSON_TYPE, PIECE_LENGTH, piecesOf, sendJsonText } from './send.ts';
import { encodingFor } from './static-page.ts';

/** Shorter answers fit a packet or two as they are, characters. */
const MIN_LENGTH = 1_400;

/** Fields of a response that hold a secret. */
const SECRET_NAME = /secret|token|password|plaintext|signature|csrf|otp|recovery|credential|authorization/i;
/** Paths that hold one, or lead to one. */
const SECRET_PATH = /\{(?:token|uid)\}|\/(?:oauth[\w-]*|consents|sessions?|keys|subscriptions?)(?:\/|$)/;

const known = new WeakMap<JsonRoute, boolean>();

/**
 * Whether answers of a route may be compressed. What holds a secret beside what a caller chose may not: its length would
 * show how much of the secret was guessed (BREACH). Only reads are: a change is answered with one record.
 */
export function isCompressible(route: JsonRoute): boolean {
  let answer = known.get(route);
  if (answer === undefined) {
    answer =
      route.method === 'GET' &&
      route.secrets.length === 0 &&
      !SECRET_PATH.test(route.path) &&
      (!route.response || !hasSecretText(route.response));
    known.set(route, answer);
  }
  return answer;
}

/**
 * Responds with a JSON body that is already serialized, compressed by gzip where the client takes that and it pays.
 * zlib's threads compress it, not the event loop. One with an ETag goes as it is: the tag names these bytes.
 */
export async function sendCompressible(ctx: HttpContext, status: number, text: string): Promise<void> {
  const isTagged = ctx.res.hasHeader('ETag');
  if (!isTagged) ctx.vary('Accept-Encoding');
  if (isTagged || text.length < MIN_LENGTH || encodingFor(ctx, ['gzip', 'identity']) !== 'gzip') {
    sendJsonText(ctx, status, text);
    return;
  }
  ctx.status = status;
  ctx.res.setHeader('Content-Type', JSON_TYPE);
  ctx.res.setHeader('Content-Encoding', 'gzip');
  ctx.body =
    text.length > PIECE_LENGTH
      ? Readable.from(piecesOf(text), { objectMode: false }).pipe(createGzip())
      : await promisify(gzip)(text);
}

/** Whether a schema has a text whose name says that it is secret. Counts of tokens are numbers. */
function hasSecretText(schema: z.core.$ZodType, name = '', seen = new Set<z.core.$ZodType>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { def } = schema._zod;
  const inner = (part: z.core.$ZodType, of = name) => hasSecretText(part, of, new Set(seen));
  switch (def.type) {
    case 'string':
      return SECRET_NAME.test(name);
    case 'object':
      return Object.entries((def as z.core.$ZodObjectDef).shape).some(([field, part]) => inner(part, field));
    case 'array':
      return inner((def as z.core.$ZodArrayDef).element);
    case 'union':
      return (def as z.core.$ZodUnionDef).options.some((option) => inner(option));
    case 'record':
      return inner((def as z.core.$ZodRecordDef).valueType);
    case 'pipe':
      return inner((def as z.core.$ZodPipeDef).out);
    case 'lazy':
      return inner((def as z.core.$ZodLazyDef).getter());
    default:
      return 'innerType' in def ? inner(def.innerType as z.core.$ZodType) : false;
  }
}
