import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toolsOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { COLLECTIONS } from '../../api/mcp/catalogue/resources.ts';
import type { McpContext } from '../../api/mcp/context.ts';
import type { Tool } from '../../api/mcp/tool.ts';
import { shapeOf } from '../../api/read-input.ts';
import { resourceUri } from '../../domain/kernel/change-events.ts';
import { openConnection, resetLimits, rowsOf } from '../environment/database.ts';
import type { Reply, RouteName } from '../environment/http.ts';
import { McpCaller } from '../environment/mcp.ts';
import { resultOf } from '../environment/mcp-result.ts';
import { baseUrl, ownToken } from '../environment/oauth.ts';
import { runningStack } from '../environment/running-stack.ts';
import { answerOf, createSamplePartner, inputFor, makeAllRecords, paramsFor } from '../samples/partner.ts';
import type { SampleId, SamplePartner } from '../samples/sample.ts';
import { fieldsIn, jsonSchemaOf, recordsIn, unknownOf, withField } from '../samples/table.ts';

/** A tool, with the name of the route that it exposes. */
interface Named {
  tool: Tool;
  name: string;
  route: RouteName;
}

const TABLE = toolsOf(AREAS).map(
  (tool): Named => ({
    tool,
    name: tool.name,
    route: `${tool.route.method} ${tool.route.path}` as RouteName,
  }),
);
const READING = TABLE.filter(({ tool }) => tool.route.method === 'GET');
const WRITING = TABLE.filter(({ tool }) => tool.route.method !== 'GET');

/** Fields that change with each request, or as time passes. */
const VOLATILE = new Set(['entries', 'exported_at', 'requests', 'total_requests', 'use', 'used_today']);

/** A partner, its program at the MCP server, and the program's token for the REST API. */
interface Caller {
  partner: SamplePartner;
  client: McpCaller;
  key: string;
}

let database: Awaited<ReturnType<typeof openConnection>>;
/** Has a record of each kind. */
let full: Caller;
/** Has nothing. */
let empty: Caller;
beforeAll(async () => {
  database = await openConnection();
  [full, empty] = await Promise.all([createCaller(), createCaller()]);
  await makeAllRecords(full.partner);
}, 300_000);
beforeEach(() => Promise.all([full, empty].map(({ partner }) => resetLimits(database, partner.id))));
afterAll(() => database?.end());

async function createCaller(): Promise<Caller> {
  const partner = await createSamplePartner();
  const client = new McpCaller(runningStack().origins[0], { partnerId: partner.id });
  client.token = await ownToken(partner.program, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
  await client.initialize();
  return { partner, client, key: await ownToken(partner.program) };
}

/** What a tool and its route answer to the same program about the same. */
async function askBoth(
  { partner, client, key }: Caller,
  { tool, route, name }: Named,
  { params, input }: { params: Record<string, SampleId>; input: object },
) {
  const given = { ...tool.route.tool?.defaults, ...input };
  const sent = tool.route.method === 'GET' ? { query: given as Record<string, string> } : { body: given };
  const reply: Reply = await answerOf(partner, route, { key, params, ...sent });
  const result = await client.tool(name, { ...params, ...input });
  return { reply, result, text: String(result.content[0].text) };
}

/** What REST says of a refusal. */
interface RestError {
  code: string;
  message: string;
  details?: Record<string, string[]>;
}

/** The error of an answer; undefined where it is none. */
const errorIn = ({ body }: Reply) => (body as { error?: RestError } | undefined)?.error;

/** The error of an answer. Throws where it is none. */
function errorOf(reply: Reply): RestError {
  const error = errorIn(reply);
  if (!error) throw new Error(`${reply.status} is no refusal: ${reply.text}`);
  return error;
}

function steady(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (field, part) => (VOLATILE.has(field) ? undefined : part)));
}

async function expectSame(caller: Caller, named: Named): Promise<void> {
  const { partner } = caller;
  const about = { params: await paramsFor(partner, named.route), input: await inputFor(partner, named.route) };
  const { reply, result } = await askBoth(caller, named, about);
  expect(errorIn(reply)).toBeUndefined();
  const { structuredContent } = resultOf(await named.tool.resultOf(reply.body, {} as McpContext));
  expect(steady(result.structuredContent)).toEqual(steady(structuredContent));
}

describe.each(READING)('$name answers what its route answers', (named) => {
  test('to a partner with records', () => expectSame(full, named));
  if (!named.route.includes('{')) test('to a partner without any', () => expectSame(empty, named));
});

/** Every place where a call names a record. */
const PLACES = TABLE.flatMap((named) => [
  ...recordsIn(named.route).map(({ param, sample }) => ({ ...named, where: `{${param}}`, param, sample })),
  ...fieldsIn(named.route)
    .filter(({ answer }) => !answer)
    .map(({ field, sample }) => ({ ...named, where: field, param: undefined, sample })),
]).filter(({ tool }) => !tool.route.startsWork);

test.each(PLACES)('$name: $where that names nothing is refused as by its route', async (place) => {
  const { partner } = full;
  const { param, where, sample, route, tool } = place;
  const [params, input, unknown] = [await paramsFor(partner, route), await inputFor(partner, route), unknownOf(sample)];
  const before = await rowsOf(partner.id, database);
  const { reply, text } = await askBoth(full, place, {
    params: { ...params, ...(param !== undefined && { [param]: unknown }) },
    input: param === undefined ? withField(input, where, unknown) : input,
  });
  const { code, message } = errorOf(reply);
  // Where REST has a path without a record, a tool has an argument of the wrong form.
  const isOfForm =
    param === undefined || tool.route.operation.params.safeParse({ ...params, [param]: unknown }).success;
  expect(text.split('\n')[0]).toBe(isOfForm ? `${code}: ${message}` : 'VALIDATION_ERROR: The arguments are not valid.');
  expect(text).not.toContain('pattern');
  expect(await rowsOf(partner.id, database)).toEqual(before);
});

const FIELDS = WRITING.flatMap((named) =>
  Object.keys(shapeOf(named.tool.route.operation.input)).map((field) => ({ ...named, field })),
);

test.each(FIELDS)('$name: $field of no kind is refused as by its route', async ({ field, ...named }) => {
  const { partner } = full;
  const params = await paramsFor(partner, named.route);
  const input = { ...(await inputFor(partner, named.route)), [field]: [[]] };
  const before = await rowsOf(partner.id, database);
  const { reply, text } = await askBoth(full, named, { params, input });
  const { code, details = {} } = errorOf(reply);
  const [first, ...lines] = text.split('\n');
  expect(first).toMatch(`${code}: `);
  // A tool says which of its arguments it is.
  const problems = Object.values(details).map((messages) => messages.join(' '));
  const said = lines
    .filter((line) => !line.endsWith(' has what it can be.'))
    .map((line) => line.replace(/^[^:]*: /, ''));
  expect(said.toSorted()).toEqual(problems.toSorted());
  expect(await rowsOf(partner.id, database)).toEqual(before);
});

test.each(COLLECTIONS.map((collection) => [collection.name, collection] as const))(
  'a resource of %s is what its route answers, for the same permission',
  async (name, { permission }) => {
    const found = READING.find(({ route }) => new RegExp(`/${name}/\\{\\w+\\}$`).test(route));
    const { route, tool } = found as Named;
    const params = await paramsFor(full.partner, route);
    const reply = await answerOf(full.partner, route, { key: full.key, params });
    const uri = resourceUri(name, String(Object.values(params)[0]));
    const { result } = (await full.client.request('resources/read', { uri })).message;
    expect(JSON.parse(result.contents[0].text)).toEqual((reply.body as { data: unknown }).data);
    expect(permission).toBe(tool.permission);
  },
);

/** Tools that refuse a call about the samples: by the state of the record, or since its author is another. */
const REFUSED: Readonly<Record<string, string>> = {
  apply_listing_advice: 'CONFLICT',
  cancel_execution: 'CONFLICT',
  cancel_knowledge_evaluation_run: 'CONFLICT',
  delete_content_comment: 'FORBIDDEN',
  retry_execution: 'CONFLICT',
  roll_back_agent: 'CONFLICT',
};
/** Records last of which others are parts. */
const IN_ORDER = WRITING.toSorted((one, other) => weight(one) - weight(other));

function weight({ tool: { route } }: Named): number {
  return route.method === 'DELETE' ? 1_000 - route.path.length : 0;
}

// These change the records that all others are about.
test.each(IN_ORDER)('$name answers by its outputSchema', async ({ name, route, tool }) => {
  const { partner, client } = full;
  let input = await inputFor(partner, route);
  const { required = [] } = jsonSchemaOf(tool.route.operation.input) as { required?: string[] };
  for (const { field, key } of fieldsIn(route)) {
    const isMissing = required.includes(field.replace('[]', '')) && !(field.replace('[]', '') in input);
    if (isMissing) input = withField(input, field, await partner.idOf(key));
  }
  const { isError, content } = await client.tool(name, { ...(await paramsFor(partner, route)), ...input });
  const code = REFUSED[name];
  if (code) expect(content[0].text).toMatch(`${code}: `);
  else expect({ isError, text: isError ? content[0].text : '' }).toEqual({ isError: false, text: '' });
});
