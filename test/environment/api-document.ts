import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument, OpenApiOperation, Response } from '../../api/openapi/types.ts';
import { sendOk } from './client.ts';
import { runningStack } from './running-stack.ts';

/** An operation as the API document describes it, with what an answer and a body are held against. */
export interface DocumentedOperation {
  /** Whether its success is JSON or nothing, rather than a stream or a file. */
  isJson: boolean;
  /** Holds the status, the headers and the media type of an answer against the document, be it JSON or a file. */
  expectHead(answer: { status: number; headers: Headers; text: string }): void;
  /**
   * Holds an answer against the document: its status is there, and its body fits the schema, without a field that the schema does
   * not name; it is empty where there is no schema.
   */
  expectAnswer(answer: { status: number; body: unknown; text: string }): void;
  /** Whether a body is as the document says that the operation takes it; the service takes more, such as a number for a decimal string. */
  takes(body: unknown): boolean;
}

/** Headers of HTTP itself, of connections and of what browsers may do: no client of the API reads them. */
const OF_ALL_ANSWERS = new Set([
  ...[
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
    'vary',
  ],
  ...['cache-control', 'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['origin-agent-cluster', 'referrer-policy', 'x-content-type-options', 'x-frame-options', 'x-accel-buffering'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'strict-transport-security', 'allow'],
]);

let published: Promise<(method: string, path: string) => DocumentedOperation> | undefined;

/** The operation in the document that the product publishes. Throws when it is not there. */
export async function documentedOperation(method: string, path: string): Promise<DocumentedOperation> {
  published ??= sendOk<OpenApiDocument>(new URL('/openapi.json', runningStack().origins[0])).then(readDocument);
  return (await published)(method, path);
}

function readDocument(document: OpenApiDocument): (method: string, path: string) => DocumentedOperation {
  /** Knows the named schemas under the addresses that the document gives them. */
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed(document), 'openapi.json');
  const validators = new Map<string, ValidateFunction>();

  function validatorAt(...pointer: string[]): ValidateFunction {
    const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const address = `openapi.json#/${parts.join('/')}`;
    const validate = validators.get(address) ?? ajv.compile({ $ref: address });
    validators.set(address, validate);
    return validate;
  }

  function responseOf(operation: OpenApiOperation, status: number): { shared?: string[]; response?: Response } {
    const declared = operation.responses[status];
    const shared = declared?.$ref?.split('/').slice(1);
    const response = shared ? document.components.responses[shared.at(-1) ?? ''] : declared;
    return { ...(shared && { shared }), ...(response && { response }) };
  }

  return (method, path) => {
    const verb = method.toLowerCase();
    const operation = document.paths[path]?.[verb];
    const name = `${method} ${path}`;
    if (!operation) throw new Error(`There is no ${name} in the API document.`);
    return {
      isJson: isJson(operation),
      expectHead({ status, headers, text }) {
        const { response } = responseOf(operation, status);
        const described = new Set(Object.keys(response?.headers ?? {}).map((header) => header.toLowerCase()));
        const further = [...headers.keys()].filter((header) => !described.has(header) && !OF_ALL_ANSWERS.has(header));
        const type = headers.get('Content-Type')?.split(';', 1)[0];
        const isKnown = text === '' || (type !== undefined && type in (response?.content ?? {}));
        const found = { name, status, isStatus: response !== undefined, further, type: isKnown ? undefined : type };
        expect(found).toEqual({ name, status, isStatus: true, further: [], type: undefined });
      },
      expectAnswer({ status, body, text }) {
        const statuses = Object.keys(operation.responses);
        expect({ name, statuses }).toEqual({ name, statuses: expect.arrayContaining([String(status)]) });
        const { shared, response } = responseOf(operation, status);
        if (!response?.content) return expect({ name, text }).toEqual({ name, text: '' });
        if (!response.content['application/json']) return;
        const place = shared ?? ['paths', path, verb, 'responses', String(status)];
        const validate = validatorAt(...place, 'content', 'application/json', 'schema');
        validate(body);
        expect({ name, problems: validate.errors ?? [] }).toEqual({ name, problems: [] });
      },
      takes: (body) =>
        !operation.requestBody ||
        validatorAt('paths', path, verb, 'requestBody', 'content', 'application/json', 'schema')(body),
    };
  };
}

function isJson({ responses }: OpenApiOperation): boolean {
  return Object.entries(responses)
    .filter(([status]) => status < '300')
    .every(
      ([, { content }]) => !content || ('application/json' in content && Object.keys(content).every(isJsonOrEvents)),
    );
}

/** Some routes send the same as events where the client prefers them. */
function isJsonOrEvents(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/event-stream';
}

/**
 * The document as the service itself must keep to it. The published one lets objects have further fields, so that clients bear what later
 * releases add; nothing may leave that it does not name, unless it says `additionalProperties`.
 */
function closed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed) as Value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as Value;
}
