import { describe, expect, test } from '@jest/globals';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { EVENT_NAMES } from '../../domain/webhooks/catalogue.ts';
import { TEST_EVENT } from '../../domain/webhooks/signature.ts';
import { longestHoldOf } from '../../test/environment/cpu-time.ts';
import { sampleRoutes } from '../../test/environment/sample-routes.ts';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';
import { exampleOf } from './routes.ts';
import type { JsonSchema } from './schemas.ts';
import { documentAsJson, documentAsYaml } from './texts.ts';

/** Longest time that others may be held up, milliseconds. */
const MAX_HELD_MS = 20;
const PUBLIC_URL = 'https://api.marketwright.test';

/**
 * Paths that also match a route with a parameter; the router tries literal segments first, and no invoice has such a
 * number.
 */
const LITERAL_FIRST = ['`/invoice-receipts/backfill/{id}`', '`/agents/audit/batch-migrate/{job}`'];

const routes = routesOf(AREAS);
const document = buildDocument({ routes, publicUrl: PUBLIC_URL });

test('the body of each example would be accepted as it is', () => {
  const problems = routes.flatMap((route) => {
    const { request } = exampleOf(route);
    const { error } = request === undefined ? {} : route.operation.input.safeParse(request);
    return error ? [`${route.method} ${route.path}: ${error.message}`] : [];
  });
  expect(problems).toEqual([]);
});

test('the document of all routes passes the linter', async () => {
  const config = await loadConfig({ configPath: new URL('./redocly.yaml', import.meta.url).pathname });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const unexpected = problems.filter(
    ({ message }) => !LITERAL_FIRST.some((path) => message.includes(`ambiguous paths`) && message.includes(path)),
  );
  expect(unexpected.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
    [],
  );
});

test.each([
  { form: 'JSON', make: documentAsJson, read: (text: string) => JSON.parse(text) },
  { form: 'YAML', make: documentAsYaml, read: (text: string) => parse(text) },
])('the document of all routes is made as $form without holding up others', async ({ make, read }) => {
  let text = '';
  const work = async () => {
    text = await make({ routes, publicUrl: PUBLIC_URL });
  };
  expect(await longestHoldOf(work, MAX_HELD_MS)).toBeLessThanOrEqual(MAX_HELD_MS);
  expect(read(text)).toEqual(JSON.parse(JSON.stringify(document)));
});

test('a route is described by its schemas', () => {
  const samples = buildDocument({ routes: sampleRoutes, publicUrl: PUBLIC_URL });
  expect(samples.openapi).toBe('3.1.0');
  expect(samples.servers).toEqual([{ url: `${PUBLIC_URL}/api/v1` }]);
  const read = samples.paths['/samples/{id}']?.['get'];
  expect(read?.operationId).toBe('readSample');
  expect(read?.parameters).toEqual([
    {
      in: 'path',
      name: 'id',
      required: true,
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    },
    {
      in: 'query',
      name: 'tags',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    { in: 'query', name: 'word', required: false, schema: { type: 'string' } },
    { $ref: '#/components/parameters/IfNoneMatch' },
  ]);
  const { headers, content } = read?.responses['304'] ?? {};
  expect([headers, content]).toEqual([
    expect.objectContaining({ ETag: { $ref: '#/components/headers/ETag' } }),
    undefined,
  ]);
  const make = samples.paths['/samples']?.['post'];
  expect(make?.requestBody?.required).toBe(true);
  expect(make?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
  expect(Object.keys(make?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503']),
  );
  expect(samples.paths['/3pi-partners']?.['get']?.security).toEqual([{ administratorKey: [] }]);
  const events = samples.paths['/samples/events']?.['get'];
  expect(Object.keys(events?.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
});

test('defaults stand in it, and answers without limits that every number has', async () => {
  const parameters = (path: string) => {
    const all = document.paths[path]?.['get']?.parameters ?? [];
    return Object.fromEntries(all.map(({ name, schema, description }) => [name, { ...schema, description }]));
  };
  expect(parameters('/marketplace/listings/{listingId}/seo-score')).toEqual({
    listingId: expect.objectContaining({ type: 'string', minLength: 11, maxLength: 255, pattern: expect.any(String) }),
    refresh: { type: 'boolean', default: false, description: expect.any(String) },
    category: {
      type: 'string',
      maxLength: 64,
      default: 'default',
      pattern: expect.any(String),
      description: expect.any(String),
    },
    brand_keyword: {
      type: 'string',
      maxLength: 100,
      default: '',
      pattern: expect.any(String),
      description: expect.any(String),
    },
    use_realtime_data: { type: 'boolean', default: false, description: expect.any(String) },
    include_content_analysis: { type: 'boolean', default: false, description: expect.any(String) },
  });
  expect(parameters('/partners/webhooks')).toMatchObject({
    page: { type: 'integer', minimum: 1, default: 1, description: expect.any(String) },
    per_page: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: expect.any(String) },
  });
  const analyze = document.paths['/marketplace/seo-score/analyze']?.['post']?.requestBody;
  expect(analyze?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/AnalyzeListingBody' });
  expect(document.components.schemas['AnalyzeListingBody']?.properties).toMatchObject({
    category_code: { default: 'default' },
    sync: { type: ['boolean', 'null'], default: false },
  });
  const answers = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.responses),
  );
  expect(JSON.stringify(answers)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('every error that a route can give is explained', async () => {
  const statuses = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(statuses('/partners/webhooks/test', 'post')).toContain('404');
  expect(statuses('/partners/webhooks/{id}/toggle', 'put')).toContain('422');
  const reference = document.paths['/partners/webhooks']?.['post']?.responses['403'];
  expect(reference).toEqual({ $ref: '#/components/responses/ForbiddenOrIpNotAllowedOrWebhookLimitReached' });
  expect(document.components.responses['ForbiddenOrIpNotAllowedOrWebhookLimitReached']?.description).toContain(
    '`WEBHOOK_LIMIT_REACHED`: ',
  );
});

test('what the service posts is described for every event', () => {
  const { webhooks } = document;
  expect(Object.keys(webhooks)).toEqual([...EVENT_NAMES, TEST_EVENT]);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi.json');
  for (const [name, { post }] of Object.entries(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'] ?? {};
    expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+Event$/) });
    const fits = ajv.validate({ $ref: `openapi.json${schema?.['$ref']}` }, example);
    expect({ name, fits }).toEqual({ name, fits: true });
    expect(post.parameters.map((header) => header.name)).toContain('X-Service-Signature');
  }
});

/** A schema, or what it refers to. */
function bodyOf(schema: JsonSchema): JsonSchema {
  const name = String(schema['$ref']).split('/').at(-1) ?? '';
  return document.components.schemas[name] ?? schema;
}

test('the body of every answer has a name, and every list says of what it is', () => {
  const unnamed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content)
          .filter(([, { schema }]) => schema['$ref'] === undefined)
          .map(([mediaType]) => `${path} ${status} ${mediaType}`),
      ),
    ),
  );
  expect(unnamed).toEqual([]);
  expect(listsOfAnything(document, '#')).toEqual([]);
  expect(listsOfAnything({ type: ['array', 'null'] }, '#')).toEqual(['#']);
});

/** Places of lists without `items`. */
function listsOfAnything(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, items } = node as { type?: unknown; items?: unknown };
  const isList = [type].flat().includes('array') && items === undefined;
  const parts = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples');
  return [...(isList ? [place] : []), ...parts.flatMap(([name, part]) => listsOfAnything(part, `${place}/${name}`))];
}

test('the MCP endpoint stands in it with its own tokens', () => {
  const { paths } = document;
  const operations = Object.entries(paths['/mcp'] ?? {});
  expect(operations.map(([method, { security }]) => [method, security])).toEqual(
    ['post', 'get', 'delete'].map((method) => [method, [{ mcpToken: [] }]]),
  );
  expect(paths['/mcp']?.['post']?.responses['200']?.headers).toHaveProperty('Mcp-Session-Id');
});

test('ids of operations are unique, and a verb and what it is done to', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !VERBS.includes(/^([a-z]+)([A-Z][a-z]*)+$/.exec(id)?.[1] ?? ''))).toEqual([]);
});

/** Verbs that the method names of generated clients begin with; add a new one where it reads as a verb. */
const VERBS = [
  'receive',
  ...['challenge', 'start'],
  ...['list', 'get', 'create', 'update', 'delete', 'add', 'remove', 'edit', 'save', 'archive', 'cancel', 'retry'],
  ...['restore', 'duplicate', 'apply', 'approve', 'return', 'rewrite', 'import'],
  ...['execute', 'generate', 'suggest', 'validate', 'export', 'analyze', 'watch', 'move', 'publish', 'test'],
  ...['toggle', 'run', 'pause', 'resume', 'rotate', 'revoke', 'resend', 'recover', 'send', 'listen', 'end'],
  ...['migrate', 'roll', 'set', 'preview', 'estimate', 'recommend'],
  ...['search', 'summarize', 'void', 'backfill', 'download', 'subscribe', 'regenerate'],
  ...['start', 'set', 'reset', 'change', 'rename', 'replace', 'invite', 'enrol', 'confirm', 'disable', 'renew'],
];

describe('every body has an example that fits', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi.json');
  const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody, responses }]) => [
      ...(requestBody && path !== '/mcp'
        ? [[`what ${operationId} takes`, requestBody.content, `${method.toUpperCase()} ${path}`] as const]
        : []),
      ...Object.entries(responses)
        .filter(
          ([status, { content }]) =>
            status.startsWith('2') && hasFields(content?.['application/json']?.schema) && path !== '/mcp',
        )
        .slice(0, 1)
        .map(
          ([, { content }]) =>
            [`what ${operationId} answers`, content ?? {}, `${method.toUpperCase()} ${path}`] as const,
        ),
    ]),
  );

  test.each(bodies)('%s', (_name, content, route) => {
    const { schema, example } = content['application/json'] ?? {};
    if (example === undefined) throw new Error(`There is none: npm run examples -- "${route}"`);
    const validate = ajv.compile(absolute(schema));
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  });

  /** Files have no fixed schema. */
  function hasFields(schema: JsonSchema = {}): boolean {
    return Object.keys(bodyOf(schema)).some((keyword) => keyword !== 'type');
  }

  function absolute(schema: unknown): object {
    return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components'));
  }
});

test('every parameter is described', () => {
  const silent = operations().flatMap(({ operationId, parameters }) =>
    parameters.filter((one) => !one.$ref && !one.description).map(({ name }) => `${operationId}: ${name}`),
  );
  expect(silent).toEqual([]);
});

test('fields of responses with few values say which these are', () => {
  const { ListingAttributes } = document.components.schemas;
  expect(ListingAttributes?.properties?.['media']).toMatchObject({
    items: { properties: { kind: { enum: ['image', 'video', 'document'] } } },
  });
  const { MarketplaceReadinessAttributes, ModelRecommendationAttributes } = document.components.schemas;
  expect(MarketplaceReadinessAttributes?.properties?.['checks']).toMatchObject({
    items: { properties: { check: { enum: expect.arrayContaining(['active', 'challenged']) } } },
  });
  expect(ModelRecommendationAttributes?.properties?.['optimize_for']).toMatchObject({
    $ref: '#/components/schemas/ModelPurpose',
  });
});

test('what has a number or a decimal string for an amount is a string there, which every generator takes', () => {
  expect(JSON.stringify(document)).not.toMatch(/"type":\["number","string"\]/);
});

test('no constant but a text has a type, since generators make a text of it', () => {
  const constants = JSON.stringify(document).match(/"type":"[a-z]+","const":[^"]/g);
  expect(constants).toBeNull();
  const { success } = document.components.schemas['Error']?.properties ?? {};
  expect(success).toEqual({ type: 'boolean', not: { const: true } });
  const { data } = document.components.schemas['CreditsExhaustedEvent']?.properties ?? {};
  expect(data?.properties?.['balance']).toMatchObject({ minimum: 0, maximum: 0 });
});

test('every number that does not fit in 32 bits has a width, since generators take 32 for it otherwise', () => {
  const narrow = numbersIn(document).filter(({ type, format, minimum = 0, maximum = Number.POSITIVE_INFINITY }) => {
    const fits = [type].flat().includes('integer') && Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31;
    return !fits && format !== (type?.includes('number') ? 'double' : 'int64');
  });
  expect(narrow).toEqual([]);
  const { data } = document.components.schemas['CreditsExhaustedEvent']?.properties ?? {};
  expect(data?.properties?.['balance']).toMatchObject({ type: 'number', format: 'double' });
});

test('no object of named fields has a default, since a generator writes code of it that does not compile', () => {
  const { settings, capability_models: models } = document.components.schemas['CreateAgentBody']?.properties ?? {};
  expect(settings?.properties).toHaveProperty('temperature');
  expect(settings).not.toHaveProperty('default');
  expect(models).toMatchObject({ default: {} });
});

/** Addresses without the format, and why. */
const OTHER_ADDRESSES = [
  'AnalyzeListingBody.listing_url', // also without a scheme
  'ContentImageAttributes.sizes.url', // a path of this service
  'GtmSubscription.subscription_url', // has its schema from the token beside it
  'ListingAttributes.logo_url', // as the page of the listing has it
  'ListingAttributes.media.url', // the same
  'ListingScoreChangedEvent.data.url', // the same
  'MeAttributes.email', // released in another form
  'OauthClientAttributes.redirect_uris', // as the client has it, such as with `{`, which strict parsers refuse
  'WebhookAttributes.url', // the same
  'WebhookDeliveryDetailAttributes.url', // the same
];

test('every address, also for mail, has the format of one, of which generators make a type of their own', () => {
  const plain = textsOf(document.components.schemas).filter(
    ({ name, format }) => /(?:^|[._])(?:ur[il]s?|email)$/.test(name) && format === undefined,
  );
  expect(plain.map(({ name }) => name).filter((name) => !OTHER_ADDRESSES.includes(name))).toEqual([]);
});

test('every plan is one of the enumeration', () => {
  const plans = textsOf(document.components.schemas).filter(({ name }) => name.endsWith('.plan'));
  expect(plans).toEqual([]);
  expect(document.components.schemas['UsageAttributes']?.properties?.['plan']).toMatchObject({
    $ref: '#/components/schemas/PartnerPlan',
  });
});

test('operations and events have no tag in common, since generators write one class of each', () => {
  const posted = new Set(Object.values(document.webhooks).flatMap(({ post }) => post.tags));
  expect(operations().filter(({ tags }) => tags.some((tag) => posted.has(tag)))).toEqual([]);
  expect([...posted]).toEqual(['Webhook events']);
});

function operations() {
  const { paths } = document;
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

test('every tag is in one group', async () => {
  const { tags, 'x-tagGroups': groups } = document;
  const grouped = groups.flatMap((group) => group.tags);
  expect(grouped.toSorted()).toEqual(tags.map((tag) => tag.name).toSorted());
});

/** Fields with texts of no enumeration, by their dotted names, and the elements of lists of them. */
function textsOf(fields: Readonly<Record<string, JsonSchema>>, within = ''): { name: string; format: unknown }[] {
  return Object.entries(fields).flatMap(([field, schema]) => textsIn(schema, `${within}${field}`));
}

function textsIn(schema: JsonSchema, name: string): { name: string; format: unknown }[] {
  const isText = [schema.type].flat().includes('string') && !schema['enum'] && schema['const'] === undefined;
  const forms = [schema['items'], ...((schema['anyOf'] ?? []) as unknown[])].filter((form) => form !== undefined);
  return [
    ...(isText ? [{ name, format: schema['format'] }] : []),
    ...forms.flatMap((form) => textsIn(form as JsonSchema, name)),
    ...textsOf(schema.properties ?? {}, `${name}.`),
  ];
}

/** All schemas of numbers in a value, but for those that an example shows. */
function numbersIn(value: unknown): JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  const schema = value as JsonSchema;
  const isNumber = [schema.type].flat().some((type) => type === 'integer' || type === 'number');
  const parts = Object.entries(schema).filter(([keyword]) => !['example', 'default'].includes(keyword));
  return [...(isNumber ? [schema] : []), ...parts.flatMap(([, part]) => numbersIn(part))];
}
