import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import { AppError } from '../../domain/kernel/errors.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import { acquireSlot, releaseSlot } from '../../domain/kernel/request-slot.ts';
import { release } from '../../infra/processes/release.ts';
import { excessOf, inspectJson, MAX_DEPTH, MAX_JSON_FIELDS } from '../inspect-json.ts';
import { findSyntaxError } from '../json-syntax-error.ts';
import { formAsJson } from './form-body.ts';
import { readInTurns, type Turn } from './upload-bytes.ts';

/** Largest body, bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;
/** Many of a partner's bodies of this size may be read at once, bytes. */
const SMALL_BODY_BYTES = 65_536;
const NO_BODY = Buffer.alloc(0);
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Overhead of a form, bytes: names, boundaries, other fields. */
const FORM_BYTES = 65_536;

/** The largest upload, and the turns of its caller, in which it is read. */
export interface UploadReading {
  maxBytes: number;
  turn: Turn;
}

/**
 * The body's bytes; empty without a body. A form, where the route accepts one, becomes equivalent JSON.
 * Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, and VALIDATION_ERROR for an unreadable form.
 */
export async function readBody(req: IncomingMessage, upload?: UploadReading): Promise<Buffer> {
  const length = req.headers['content-length'];
  if (req.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return NO_BODY;
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Bodies are taken without Content-Encoding.');
  }
  const type = req.headers['content-type'];
  if (upload && isForm(type)) {
    const bytes = await readBytes(req, upload.maxBytes + FORM_BYTES, upload.turn);
    const json = await formAsJson(bytes, type, upload.turn);
    release(bytes);
    return json;
  }
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8 (Content-Type: application/json).');
  }
  // A file in JSON is base64, which has four characters for three bytes.
  if (!upload) return readBytes(req, MAX_BODY_BYTES);
  return readBytes(req, Math.ceil(upload.maxBytes / 3) * 4 + FORM_BYTES, upload.turn);
}

/** The body's bytes, of any type, in turns where there are any. Throws PAYLOAD_TOO_LARGE, and INVALID_JSON where it ended early. */
export async function readBytes(req: IncomingMessage, maxBytes: number, turn?: Turn): Promise<Buffer> {
  try {
    // A client sends as slowly as it likes, and other requests of its partner begin meanwhile. How many have room for a large body
    // is bounded: by slots of uploads, or by those of requests.
    const isWaiting =
      !req.complete && (turn !== undefined || Number(req.headers['content-length']) <= SMALL_BODY_BYTES);
    if (isWaiting) releaseSlot();
    const bytes = await (turn
      ? readInTurns(req, maxBytes, turn)
      : rawBody(req, { length: req.headers['content-length'] ?? null, limit: maxBytes }));
    if (isWaiting) await acquireSlot();
    return bytes;
  } catch (error) {
    // The rest is read and dropped so that the client can read the response; the server's request time-out ends it.
    req.resume();
    throw bodyError(error, maxBytes);
  }
}

function bodyError(error: unknown, maxBytes: number): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return new AppError('PAYLOAD_TOO_LARGE', `The body must be at most ${maxBytes} bytes.`);
  }
  const cutShort = ['request.aborted', 'request.size.invalid', 'stream.not.readable'];
  if ((typeof type === 'string' && cutShort.includes(type)) || isBroken(error))
    return invalidJson('The body ended early.');
  return error;
}

/** Whether the client disconnected, or sent invalid HTTP, in the middle of the body. */
function isBroken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'ECONNRESET' || code.startsWith('HPE_');
}

/** A JSON body, and problems that no schema sees. */
export interface JsonBody {
  value: unknown;
  problems: ErrorDetails | undefined;
}

/** No operation accepts this. Validation reports it, after permission and record are checked. */
const NO_OBJECT = { body: ['Must be an object.'] };
const TOO_MANY_FIELDS = {
  body: [`Must have at most ${MAX_JSON_FIELDS} fields, those of all objects and lists together.`],
};

/**
 * Parses the JSON body, which should be an object; empty bytes are an empty object. Where it stops being JSON is looked for in
 * turns. Throws INVALID_JSON.
 */
export async function parseBody(bytes: Buffer, turn?: Turn): Promise<JsonBody> {
  const body = readJson(bytes);
  if (body) return body;
  await requireJson(bytes, turn);
  throw invalidJson(NOT_JSON);
}

/** The same, but undefined for what is no JSON. Throws INVALID_JSON for what is not even parsed. */
export function readJson(bytes: Buffer): JsonBody | undefined {
  if (bytes.length === 0) return { value: {}, problems: undefined };
  if (!isUtf8(bytes)) throw invalidJson('The body is not UTF-8.');
  const excess = excessOf(bytes);
  if (excess === 'depth') throw invalidJson(TOO_DEEP);
  if (excess === 'fields') return { value: null, problems: TOO_MANY_FIELDS };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { value, problems: NO_OBJECT };
  }
  return { value, problems: inspectJson(bytes, value) };
}

const NOT_JSON = 'The body is not valid JSON.';
const TOO_DEEP = `The body is nested deeper than ${MAX_DEPTH} levels.`;

/**
 * Reads bytes of UTF-8 as JSON, in turns, without parsing them. Throws INVALID_JSON with the place where they stop being that,
 * behind `skipped` characters that are left out of the line.
 */
export async function requireJson(bytes: Buffer, turn?: Turn, skipped = 0): Promise<void> {
  const fault = await findSyntaxError(bytes, MAX_DEPTH, turn);
  if (!fault) return;
  const { line, column, isTooDeep } = fault;
  if (isTooDeep) throw invalidJson(TOO_DEEP);
  const details = { body: [`Stops being JSON at line ${line}, column ${column + skipped}.`] };
  throw new AppError('INVALID_JSON', NOT_JSON, { details });
}

/** The error of a body that is no JSON. */
export function invalidJson(message: string): AppError {
  return new AppError('INVALID_JSON', message);
}

const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** Whether a content type is that of a form with files. */
function isForm(type: string | undefined): type is string {
  return type !== undefined && FORM_TYPE.test(type);
}
