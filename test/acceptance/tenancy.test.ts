import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openConnection, resetLimits } from '../environment/database.ts';
import { expectError, type Reply, type RouteName } from '../environment/http.ts';
import { McpCaller } from '../environment/mcp.ts';
import { baseUrl, ownToken } from '../environment/oauth.ts';
import { digestRowsOf } from '../environment/partner-rows.ts';
import { createKey } from '../environment/partners.ts';
import { isEndless, routeNamed } from '../environment/routes.ts';
import { runningStack } from '../environment/running-stack.ts';
import {
  answerOf,
  callRoute,
  createSamplePartner,
  fewAtOnce,
  inputFor,
  makeAllRecords,
  paramsFor,
} from '../samples/partner.ts';
import type { SampleId, SamplePartner } from '../samples/sample.ts';
import { brokenFieldBeside, callerOf, fieldsIn, ROUTES, recordsIn, unknownOf, withField } from '../samples/table.ts';

/** GET routes whose answer is no JSON document, or is the same for all administrators. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  'GET /3pi-partners': 'Administrators list all partners.',
  'GET /3pi-partners/accounting-export': 'Administrators export the journal of all partners.',
  'GET /3pi-partners/invoices': 'Administrators list the invoices of all partners.',
  'GET /3pi-partners/ledger-entries': 'Administrators list the ledger entries of all partners.',
  'GET /3pi-partners/orders': 'Administrators list the orders of all partners.',
  'GET /3pi-partners/payment-events': 'Administrators list the events of all partners.',
  'GET /3pi-partners/usage-records': 'Administrators list the usage records of all partners.',
  'GET /gtm-schedule/feed.ics': 'Takes the token of a feed; its tests are in gtm-schedule.test.ts.',
};

/** Lists of which a sample partner has no rows. */
const EMPTY: Readonly<Record<string, string>> = {
  'GET /invoice-receipts/{invoiceNumber}/credit-notes': 'Those of the invoice in the path, which is not credited.',
  'GET /partners/webhooks/{id}/deliveries/{evt}/attempts': 'Those of the delivery in the path, which is not sent.',
};

/** Fields that change with each request, or as time passes. */
const VOLATILE: ReadonlySet<string> = new Set([
  // What a key, a person or a program has used, which is saved some seconds later.
  'entries',
  'errors',
  'requests',
  'use',
  'exported_at',
  'last_address',
  'last_used_at',
  // Sealed, so that it is another text each time.
  'next_cursor',
  // When the listing was last read, for whomever: the reading is shared.
  'read_at',
  'total_requests',
  'used_today',
]);

let mine: SamplePartner;
/** A key of mine that may use no capability. */
let keyWithoutScope: string;
let theirs: SamplePartner;
let database: Awaited<ReturnType<typeof openConnection>>;
/** What my routes answered while the other partner had nothing. */
const alone = new Map<RouteName, { status: number; body: unknown }>();
/** The other partner's rows before I asked for them. */
let before: Record<string, string>;

beforeAll(async () => {
  database = await openConnection();
  [mine, theirs] = await Promise.all([createSamplePartner(), createSamplePartner()]);
  await makeAllRecords(mine);
  ({ text: keyWithoutScope } = await createKey(mine.id, { scoped_capabilities: [] }));
  await fewAtOnce(READS.map((name) => async () => alone.set(name, await steadyAnswerOf(name))));
  await makeAllRecords(theirs);
  before = await digestRowsOf(database, theirs.id);
  // All records of two partners, one after the other.
}, 300_000);
beforeEach(() => resetLimits(database, mine.id));
afterAll(() => database?.end());

const READS = ROUTES.filter((name) => {
  return name.startsWith('GET') && !isEndless(routeNamed(name)) && !(name in NOT_COMPARED);
});

async function steadyAnswerOf(name: RouteName): Promise<{ status: number; body: unknown }> {
  const { status, body, text } = await answerOf(mine, name);
  return { status, body: JSON.parse(JSON.stringify(body ?? text, steady)) };
}

function steady(field: string, value: unknown): unknown {
  return VOLATILE.has(field) ? undefined : value;
}

/** Bodies without input; what is wrong with them is said where validation would be. */
const UNREADABLE: { what: string; body: string; headers: Record<string, string> }[] = [
  { what: 'broken JSON', body: '{"a"', headers: {} },
  { what: 'another type', body: 'a=x', headers: { 'Content-Type': 'text/plain' } },
  { what: 'too many bytes', body: `"${'x'.repeat(6 * 1_048_576)}"`, headers: {} },
];

/** Every place where a request names a record. */
const PLACES = ROUTES.flatMap((name) => [
  ...recordsIn(name).map(({ param, ...named }) => ({ name, where: `{${param}}`, param, answer: undefined, ...named })),
  ...fieldsIn(name).map((named) => ({ name, where: named.field, param: undefined, ...named })),
]);
/** Those of a record of a partner. */
const NAMED = PLACES.flatMap(({ sample, ...named }) => ('shared' in sample ? [] : [{ ...named, sample }]));
/** Fields with a record that no partner is kept from. */
const SHARED_FIELDS = PLACES.filter(({ sample, param }) => 'shared' in sample && param === undefined);

/** My request, in which one of its records is the one with this id. */
async function callNaming(
  { name, param, where }: Pick<(typeof PLACES)[number], 'name' | 'param' | 'where'>,
  id: SampleId,
): Promise<Reply> {
  if (param !== undefined) return callRoute(mine, name, { params: { [param]: id } });
  return callRoute(mine, name, { input: withField(await inputFor(mine, name), where, id) });
}

describe.each(NAMED)('$name: $where', (named) => {
  const { key, sample, answer } = named;

  test('that is another partner’s is refused', async () => {
    const reply = await callNaming(named, await theirs.idOf(key));
    if (answer) expect(reply).toMatchObject({ status: 200, body: answer });
    else expectError(reply, sample.foreign ?? 'FORBIDDEN');
  });

  const { param } = named;
  if (param !== undefined && !answer && !named.name.startsWith('GET')) {
    test.each(UNREADABLE)('is looked for before a body of $what', async ({ body, headers }) => {
      const foreign = { params: { [param]: await theirs.idOf(key) }, body, headers };
      expectError(await callRoute(mine, named.name, foreign), sample.foreign ?? 'FORBIDDEN');
      const unknown = { params: { [param]: unknownOf(sample) }, body, headers };
      expect((await callRoute(mine, named.name, unknown)).status).toBe(404);
    });
  }

  const broken = param === undefined && !answer ? brokenFieldBeside(named.name, named.where) : undefined;
  if (broken) {
    test('is looked for before the rest of the input is validated', async () => {
      const input = { ...(await inputFor(mine, named.name)), ...broken };
      const naming = (id: SampleId) => callRoute(mine, named.name, { input: withField(input, named.where, id) });
      expectError(await naming(await theirs.idOf(key)), sample.foreign ?? 'FORBIDDEN');
      expectError(await naming(unknownOf(sample)), sample.missing ?? 'NOT_FOUND');
      expectError(await naming(await mine.idOf(key)), 'VALIDATION_ERROR');
    });

    if (callerOf(named.name) === 'key') {
      test('is looked for before the scope of the key is checked', async () => {
        const input = withField(await inputFor(mine, named.name), named.where, unknownOf(sample));
        const reply = await callRoute(mine, named.name, { input, key: keyWithoutScope });
        expectError(reply, sample.missing ?? 'NOT_FOUND');
      });
    }
  }

  test('that names nothing is not found', async () => {
    const reply = await callNaming(named, unknownOf(sample));
    if (answer) expect(reply).toMatchObject({ status: 200, body: answer });
    else expectError(reply, sample.missing ?? 'NOT_FOUND');
  });
});

test.each(SHARED_FIELDS)('$name: $where that names nothing is not found', async (named) => {
  expectError(await callNaming(named, unknownOf(named.sample)), named.sample.missing ?? 'NOT_FOUND');
});

describe('tools', () => {
  const tools = NAMED.flatMap((named) => {
    const route = routeNamed(named.name);
    return route.kind === 'json' && route.tool ? [{ tool: route.tool.name, ...named }] : [];
  });
  let client: McpCaller;
  beforeAll(async () => {
    client = new McpCaller(runningStack().origins[0], { partnerId: mine.id });
    client.token = await ownToken(mine.program, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
    await client.initialize();
  });

  test.each(tools)('$tool refuses a record of another partner: $where', async (named) => {
    const { tool, name, key, param, where, sample, answer } = named;
    const id = await theirs.idOf(key);
    const params = { ...(await paramsFor(mine, name)), ...(param !== undefined && { [param]: id }) };
    const input = await inputFor(mine, name);
    const result = await client.tool(tool, {
      ...params,
      ...(param === undefined ? withField(input, where, id) : input),
    });
    if (answer) expect(result.structuredContent).toMatchObject(answer);
    else expect(result.content[0].text).toMatch(new RegExp(`^${sample.foreign ?? 'FORBIDDEN'}`));
  });
});

describe('what is read', () => {
  test.each(READS)('%s is the same when another partner has records, too', async (name) => {
    expect(alone.get(name)).toMatchObject({ status: 200 });
    expect(await steadyAnswerOf(name)).toEqual(alone.get(name));
  });

  test.each(READS)('%s shows a record of the sample partner, if it is a list', async (name) => {
    const { body } = alone.get(name) ?? {};
    const rows = Array.isArray(body) ? body : (body as { data?: unknown } | undefined)?.data;
    if (Array.isArray(rows)) expect(rows.length > 0).toBe(!(name in EMPTY));
  });
});

test('nothing of the other partner was changed', async () => {
  expect(await digestRowsOf(database, theirs.id)).toEqual(before);
});
