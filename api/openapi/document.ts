import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { KEY_FORM } from '../../domain/idempotency/keys.ts';
import type { RequiredPermission } from '../../domain/kernel/call.ts';
import { EVENT_STREAM } from '../event-streams/event.ts';
import { LEGACY_SUNSET } from '../legacy.ts';
import { MAX_TAGS_LENGTH } from '../not-modified.ts';
import { API_PREFIX } from '../paths.ts';
import { addressesOf } from '../record-address.ts';
import { CONDITIONAL, recordTagsOf } from '../record-tags.ts';
import type { EventsForm, JsonRoute, Route, StreamRoute } from '../route.ts';
import { withNamedAnswers } from './body-names.ts';
import {
  COMMON_HEADERS,
  ERROR_SCHEMA,
  errorResponses,
  FURTHER_HEADERS,
  headerRef,
  headerRefs,
  limitHeaders,
  type SharedResponses,
} from './error-responses.ts';
import { describeGateways, GATEWAY_TAG } from './gateways.ts';
import { describeMcp, MCP_TAG } from './mcp.ts';
import { capitalized, describeTags, exampleOf, operationIdOf } from './routes.ts';
import { fieldsOf, type JsonSchema, type NamedSchemas, reference, toJsonSchema } from './schemas.ts';
import { shareSchemas } from './shared-schemas.ts';
import type { OpenApiDocument, OpenApiOperation, Parameter } from './types.ts';
import { EVENTS_TAG, webhookSteps } from './webhooks.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const DESCRIPTION = `Partners produce marketing content and run their presence on a cloud marketplace. The [guides](/docs/guides) show how, from the first call to signed webhooks.

Send your key, or an OAuth access token with the scope \`api\`, as \`Authorization: Bearer <key or token>\`. Datetimes are ISO 8601 in UTC with milliseconds. Unknown fields of a body are
ignored; fields that are wrong are all reported at once. A POST can be repeated safely with an \`Idempotency-Key\`.

The head of a request has at most 16 KiB, its path 2,048 characters, its body 1 MiB (more where a file is uploaded). Texts are trimmed before they are measured.`;

const SECURITY_SCHEMES = {
  partnerKey: { type: 'http', scheme: 'bearer', bearerFormat: 'vp3_…', description: 'API key of a partner.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'OAuth 2.1 access token with the scope `api`; its permissions follow from the role.',
  },
  mcpToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'OAuth 2.1 access token for the resource `{base_url}/mcp`, with a scope `mcp:…`.',
  },
  feedToken: { type: 'apiKey', in: 'query', name: 'token', description: 'Token of a calendar feed.' },
  administratorKey: { type: 'http', scheme: 'bearer', bearerFormat: 'adm_…', description: 'Key of an administrator.' },
};

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repeat with the same key and body within 24 hours returns the first response and does nothing.',
    schema: { type: 'string', pattern: KEY_FORM.source },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the record as you read it: if the record has changed since, returns 412 and changes nothing. Several tags separated by commas, or `*`. A list that is too long matches no record.',
    schema: { type: 'string', maxLength: MAX_TAGS_LENGTH },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the record as you have it: if unchanged, returns 304 without a body. A list that is too long is ignored.',
    schema: { type: 'string', maxLength: MAX_TAGS_LENGTH },
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    required: false,
    description: 'The `Last-Modified` of the file as you have it; used only without `If-None-Match`.',
    schema: { type: 'string', maxLength: 64 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The last event received; the stream continues after it. Invalid ids are ignored.',
    schema: { type: 'string', maxLength: 64 },
  },
};

/** The parameters that hold a client's copy against each validator of a file. */
const CONDITIONS = { ETag: 'IfNoneMatch', 'Last-Modified': 'IfModifiedSince' } as const;

/** What a document is about. */
export interface DocumentOptions {
  routes: readonly Route[];
  publicUrl: string;
}

/** Describes the routes by the schemas of their requests and responses, and the MCP endpoint by its HTTP interface. */
export function buildDocument(options: DocumentOptions): OpenApiDocument {
  const building = documentSteps(options);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}

/** The same route by route, since it takes long while a process serves others. */
export function* documentSteps(options: DocumentOptions): Generator<undefined, OpenApiDocument> {
  const named: NamedSchemas = { Error: ERROR_SCHEMA };
  const responses: SharedResponses = {};
  const paths: OpenApiDocument['paths'] = {};
  const records = recordTagsOf(options.routes);
  const addresses = addressesOf(options.routes);
  for (const route of options.routes) {
    const shown = {
      isTagged: records.get(route)?.isShown === true,
      isLocated: addresses.has(route) || route.locates === true,
    };
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describe(route, shown, named, responses),
    };
    yield;
  }
  paths['/mcp'] = describeMcp();
  Object.assign(paths, describeGateways(options.publicUrl));
  for (const [path, methods] of Object.entries(paths)) {
    paths[path] = withNamedAnswers(methods, named);
    yield;
  }
  const webhooks = yield* webhookSteps(named);
  yield* shareSchemas(named, paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketwright',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.publicUrl + API_PREFIX }],
    ...describeTags([...options.routes.flatMap((route) => route.tag ?? []), MCP_TAG, EVENTS_TAG, GATEWAY_TAG]),
    paths,
    webhooks,
    components: {
      schemas: named,
      responses,
      parameters: PARAMETERS,
      headers: { ...COMMON_HEADERS, ...FURTHER_HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** What the headers of a route's answers say of its record: its version, and where it is read. */
interface Shown {
  isTagged: boolean;
  isLocated: boolean;
}

function describe(route: Route, shown: Shown, named: NamedSchemas, responses: SharedResponses): OpenApiOperation {
  const isConditional = route.kind === 'json' && CONDITIONAL.has(route.method);
  const { operation } = route;
  const operationId = operationIdOf(route);
  const input = toJsonSchema(operation.input, 'input', named);
  const fields = fieldsOf(input);
  const query = route.method === 'GET' ? fields : [];
  const body = route.method !== 'GET' && fields.length > 0 ? requestBody(route, operationId, input, named) : undefined;
  return {
    operationId,
    tags: route.tag ? [route.tag.name] : [],
    summary: route.summary,
    description: descriptionOf(route),
    ...(route.extension && { 'x-extension': true as const, 'x-badges': [{ name: 'Extension' }] }),
    security: [
      ...(operation.permission === 'administrator'
        ? [{ administratorKey: [] }]
        : operation.permission === 'calendar_feed'
          ? [{ feedToken: [] }]
          : operation.permission === 'console' || operation.permission === 'console_admin'
            ? [{ accessToken: [] }]
            : [{ partnerKey: [] }, { accessToken: [] }]),
    ],
    parameters: [
      ...pathParameters(route, named),
      ...query.map((field) => ({ in: 'query', ...parameterOf(field) })),
      ...(route.method === 'POST' && route.kind === 'json' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(isConditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(shown.isTagged && route.method === 'GET' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(route.validators ?? []).map((validator) => ({ $ref: `#/components/parameters/${CONDITIONS[validator]}` })),
      ...(isEventStream(route) ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...(route.kind === 'json' ? jsonResponses(route, shown, named) : streamResponse(route, named)),
      ...errorResponses(route, { input: fields.length > 0, precondition: isConditional }, responses),
    } as OpenApiOperation['responses'],
  };
}

const NEEDS: Partial<Record<RequiredPermission, string>> = {
  administrator: 'For administrators.',
  partner: 'For any credential of a partner.',
  console: 'For people who are signed in to the console.',
  console_admin: 'For people with the role owner or admin who are signed in to the console.',
  calendar_feed: 'For whoever has the token of the feed.',
};

function descriptionOf(route: Route): string {
  const { permission } = route.operation;
  return [
    route.description,
    NEEDS[permission] ?? `Needs the permission \`${permission}\`.`,
    route.legacy &&
      `Deprecated without the version, as \`/api${route.path}\`, which may answer 410 from ${LEGACY_SUNSET} on.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function isEventStream(route: Route): boolean {
  return route.kind === 'stream' && route.contentType === EVENT_STREAM;
}

function requestBody(route: Route, operationId: string, input: JsonSchema, named: NamedSchemas) {
  // A request body is named after its method.
  const schema = reference({ ...input, title: `${capitalized(operationId)}Body` }, named);
  const { request: example } = exampleOf(route);
  return {
    // A missing body counts as an empty one.
    required: !route.operation.input.safeParse({}).success,
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(route.upload && {
        'multipart/form-data': {
          schema: reference({ ...formOf(input, route.upload), title: `${capitalized(operationId)}Form` }, named),
        },
      }),
    },
  };
}

/** The form that is equivalent to a JSON body: its file replaces content, name and encoding. */
function formOf({ properties = {}, ...schema }: JsonSchema, { maxBytes }: { maxBytes: number }): JsonSchema {
  const { content: _content, encoding: _encoding, file_name: _name, ...others } = properties;
  return {
    ...schema,
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        maxLength: maxBytes,
        description: "The file itself, instead of the JSON body's `content` and `encoding`.",
      },
      ...others,
    },
    required: ['file'],
  };
}

function pathParameters(route: Route, named: NamedSchemas): Parameter[] {
  const declared = fieldsOf(toJsonSchema(route.operation.params, 'input', named));
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    in: 'path',
    ...parameterOf(declared.find((field) => field.name === name) ?? { name, schema: { type: 'string' } }),
    required: true,
  }));
}

function parameterOf(field: { name: string; schema: JsonSchema; required?: boolean }): Parameter {
  const { description, ...schema } = field.schema;
  return {
    name: field.name,
    required: field.required ?? false,
    ...(description !== undefined && { description }),
    schema,
  };
}

function jsonResponses(route: JsonRoute, { isTagged, isLocated }: Shown, named: NamedSchemas): Record<string, unknown> {
  const answers: Record<string, { description: string; body?: z.ZodType | undefined }> = {
    ...route.alternatives,
    [route.successStatus]: { description: route.summary, body: route.response },
  };
  const { response: example } = exampleOf(route);
  const replayed = route.method === 'POST' ? { 'Idempotency-Replayed': headerRef('Idempotency-Replayed') } : {};
  const tagged = (status: string) => isTagged && ['200', '201'].includes(status);
  const described = Object.fromEntries(
    Object.entries(answers).map(([status, { description, body }]) => [
      status,
      {
        description,
        headers: {
          ...limitHeaders(),
          ...replayed,
          ...queryHeaders(route),
          ...(route.isDownload && { 'Content-Disposition': headerRef('Content-Disposition') }),
          ...(tagged(status) && body && { ETag: headerRef('ETag') }),
          ...((status === '201' ? isLocated : status === '202' && route.locates) && {
            Location: headerRef('Location'),
          }),
        },
        ...(body && {
          content: {
            'application/json': {
              schema: toJsonSchema(body, 'output', named),
              // Fits every answer of the same form.
              ...(body === route.response && example !== undefined && { example }),
            },
            ...(route.events && Number(status) === route.successStatus && eventsContent(route.events)),
          },
        }),
      },
    ]),
  );
  if (!isTagged || route.method !== 'GET') return described;
  return {
    ...described,
    304: notModified('The record still matches `If-None-Match`', ['ETag', 'X-Unknown-Parameters']),
  };
}

function notModified(when: string, headers: readonly string[]) {
  return { description: `${when}; there is no body.`, headers: { ...limitHeaders(), ...headerRefs(headers) } };
}

/** Headers about the query: links of a paged list, and parameters that were ignored. */
function queryHeaders({ method, list }: JsonRoute): Record<string, unknown> {
  return headerRefs([...(method === 'GET' && list?.isPaged ? ['Link'] : []), 'X-Unknown-Parameters']);
}

function eventsContent({ description }: EventsForm): Record<string, unknown> {
  return { [EVENT_STREAM]: { schema: { type: 'string', description } } };
}

function streamResponse(route: StreamRoute, named: NamedSchemas): Record<string, unknown> {
  const validators = route.validators ?? [];
  const isFeed = route.operation.permission === 'calendar_feed';
  const { response: example } = exampleOf(route);
  const contentOf = (type: string) => ({
    schema: fileSchema(type, route.json && toJsonSchema(route.json, 'output', named)),
    ...(type === 'application/json' && example !== undefined && { example }),
  });
  const names = [...validators, ...(isFeed ? [] : ['X-Unknown-Parameters'])];
  return {
    200: {
      description: route.summary,
      headers: {
        ...limitHeaders(),
        ...headerRefs([...names, ...(isEventStream(route) ? [] : ['Content-Disposition'])]),
      },
      content: Object.fromEntries(
        [route.contentType, ...route.furtherTypes].map(mediaTypeOf).map((type) => [type, contentOf(type)]),
      ),
    },
    ...(validators.length > 0 && { 304: notModified('The client’s copy is current', names) }),
  };
}

/** A file, which generated clients keep as it is, in place of a text, which they decode; streams of events are texts. */
function fileSchema(mediaType: string, json: JsonSchema = { type: 'object' }): JsonSchema {
  if (mediaType === 'application/json') return json;
  return mediaType === EVENT_STREAM ? { type: 'string' } : { type: 'string', format: 'binary' };
}

/** Without parameters, which the document's type names omit. */
function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0] ?? '';
}
