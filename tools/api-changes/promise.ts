import type { OpenApiDocument } from '../../api/openapi/types.ts';
import { isJsonObject, type JsonObject } from '../../domain/kernel/json.ts';

/** What clients can rely on of each operation, by method and path: what it takes and what it answers, without texts for people. */
export type ApiPromise = Record<string, JsonObject>;

/** Keywords that only people read, and where the service runs. */
const FOR_PEOPLE = new Set([
  'description',
  'summary',
  'tags',
  'operationId',
  'example',
  'examples',
  'headers',
  'servers',
]);
/** Widths of numbers, of which generators make types, and which refuse nothing. */
const WIDTHS = new Set<unknown>(['int64', 'double']);
/** Under which the envelope of all errors stands, once instead of in each operation. */
const ERRORS = 'GET /(errors)';

/** The promise of a document. What the service posts to webhooks stands in it as answers, since clients read it. */
export function promiseOf(document: OpenApiDocument): ApiPromise {
  const promise: ApiPromise = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      promise[`${method.toUpperCase()} ${path}`] = essence(
        { ...operation, responses: responsesOf(operation.responses) },
        document,
      );
    }
  }
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    const { requestBody } = post as { requestBody: JsonObject };
    promise[`GET /(webhooks)/${name}`] = answering(essence(requestBody, document)['content']);
  }
  const schema = essence(document.components.schemas['Error'] ?? {}, document);
  promise[ERRORS] = answering({ 'application/json': { schema } });
  return promise;
}

/** All errors have the same body. */
function responsesOf(responses: Readonly<Record<string, object>>): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, status < '400' ? response : {}]),
  );
}

function answering(content: unknown): JsonObject {
  return { responses: { 200: { content } } };
}

/** Without what only people read, and with all that is named elsewhere in its place. */
function essence(value: JsonObject, document: OpenApiDocument): JsonObject {
  const { $ref, ...own } = value;
  // A default may stand beside a reference.
  if (typeof $ref === 'string') return essence({ ...namedBy($ref, document), ...own }, document);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(FOR_PEOPLE.has(key) && !isSchema(part)) && !key.startsWith('x-'))
      .filter(([key, part]) => !(key === 'format' && WIDTHS.has(part)))
      .map(([key, part]) => [key, essenceOfPart(part, document)]),
  );
}

function essenceOfPart(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((item) => essenceOfPart(item, document));
  return isJsonObject(part) ? essence(part, document) : part;
}

/** A field of a body may be called `description`, and so on. */
function isSchema(part: unknown): boolean {
  return (
    isJsonObject(part) &&
    ['type', 'anyOf', 'enum', 'const', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in part)
  );
}

function namedBy(ref: string, document: OpenApiDocument): JsonObject {
  let found: unknown = document;
  for (const name of ref.replace(/^#\//, '').split('/')) found = isJsonObject(found) ? found[name] : undefined;
  if (!isJsonObject(found)) throw new Error(`${ref} names nothing.`);
  return found;
}
