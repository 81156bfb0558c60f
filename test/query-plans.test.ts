import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { toJsonSchema } from '../api/openapi/schemas.ts';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { resetLimits } from './environment/database.ts';
import { withFolder } from './environment/folder.ts';
import type { RouteName } from './environment/http.ts';
import { multiplyRows } from './environment/multiply-rows.ts';
import type { PlanNode } from './environment/plans.ts';
import { isEndless, routeNamed } from './environment/routes.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { TEST_SETTINGS } from './environment/service-settings.ts';
import { waitUntil } from './environment/wait-until.ts';
import { answerOf, callRoute, createSamplePartner, fewAtOnce, inputFor, makeAllRecords } from './samples/partner.ts';
import { inputOf, ROUTES } from './samples/table.ts';

jest.setTimeout(300_000);

/** Rows that are added to each table, and those that the planner takes it to have. */
const REPEATED = 3_000;
const BELIEVED = 200_000;
/** In this order: what is deleted is deleted at the end. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What upkeep asks of whole tables, by the reason. */
const OF_UPKEEP: Readonly<Record<string, RegExp>> = {
  'Upkeep asks of each active trigger whether its credential has ended.':
    /^SELECT t\.id FROM workflow_trigger t WHERE t\.active AND NOT/,
  'Upkeep goes through the people who have notifications to be mailed.':
    /^SELECT u\.id AS user_id, .* FROM notification WHERE by_mail/,
};

/** Statements that read a whole table, by the reason. */
const WHOLE_TABLES: Readonly<Record<string, RegExp>> = {
  ...OF_UPKEEP,
  'Administrators list the books of all partners and count them.':
    /SELECT (?:count\(\*\)::int AS total|listed\.\*.*) FROM \(SELECT (?:\* FROM (?:invoice|customer_order|usage_record|credit_entry)|e\.id, e\.gateway|partner\.\*).*\) listed WHERE/,
};

/** Tables of which the samples make no rows, so that their statements are not judged. */
const WITHOUT_ROWS = (
  'content_item_tag erasure guardrail_hit guardrail_hit_count invoice_payment knowledge_document_version knowledge_embedding ' +
  'knowledge_query_use knowledge_signature knowledge_space knowledge_vector mcp_call mcp_catalogue mcp_change mcp_feed mcp_session ' +
  'outbox paid_request partner_billing purchase reconciliation_run recovery_code totp_factor unbilled_usage usage_record'
).split(' ');

let stack: Stack;
let database: pg.Client;
let statements: string[];
let empty: string[];

beforeAll(() =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'statements');
    const preload = new URL('./environment/record-statements.ts', import.meta.url).href;
    stack = await startStack({
      sandboxAiLatencyMs: 0,
      durable: false,
      serviceEnvironment: {
        ...TEST_SETTINGS,
        NODE_OPTIONS: `--import=${preload}`,
        STATEMENTS_FILE: file,
      },
    });
    publishRunningStack(stack);
    database = new pg.Client({ connectionString: stack.urls.databaseUrl });
    await database.connect();
    await callAllRoutes();
    await stack.pause('api');
    await waitUntil('all commands to be sent', async () => (await database.query('SELECT FROM outbox')).rowCount === 0);
    const recorded = (): string[] =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    await waitUntil('a pass of upkeep', () =>
      Object.values(OF_UPKEEP).every((form) => recorded().some((text) => form.test(inOneLine(text)))),
    );
    await stack.pause('worker');
    statements = [...new Set(recorded())];
    empty = await multiplyRows(database, REPEATED, BELIEVED);
  }),
);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

/** Calls each route with its sample input, and each list with each of its filters. */
async function callAllRoutes(): Promise<void> {
  const partner = await createSamplePartner();
  await makeAllRecords(partner);
  // Another one keeps its records.
  await makeAllRecords(await createSamplePartner());
  for (const method of METHODS) {
    const calls = ROUTES.filter((name) => name.startsWith(`${method} `) && !isEndless(routeNamed(name))).flatMap(
      (name) =>
        inputsOf(name).map((more) => async () => {
          await resetLimits(database, partner.id);
          const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
          const options = { input: { ...(await inputFor(partner, name)), ...more }, headers };
          // What is refused has asked its statements, too.
          await (method === 'GET' ? answerOf(partner, name, options) : callRoute(partner, name, options));
        }),
    );
    await fewAtOnce(calls);
  }
}

function inOneLine(statement: string): string {
  return statement.trim().replaceAll(/\s+/g, ' ');
}

interface Field {
  type?: string;
  format?: string;
  enum?: string[];
  items?: Field;
  anyOf?: Field[];
}

/** What is added to the sample input: nothing, and each field of a query by itself. */
function inputsOf(name: RouteName): object[] {
  if (!name.startsWith('GET ')) return [{}];
  const references = inputOf(name).references ?? {};
  const { properties = {} } = toJsonSchema(routeNamed(name).operation.input, 'input');
  const fields = Object.entries(properties as Record<string, Field>).filter(([field]) => !(field in references));
  return [{}, ...fields.map(([field, schema]) => ({ [field]: field === 'cursor' ? 'begin' : sampleValue(schema) }))];
}

/** A value of a field, as a query has it. */
function sampleValue({ type, format, enum: values, items, anyOf }: Field): string {
  if (anyOf?.[0]) return sampleValue(anyOf[0]);
  if (items) return sampleValue(items);
  if (values?.[0] !== undefined) return values[0];
  if (type === 'boolean') return 'true';
  if (type === 'integer' || type === 'number') return '1';
  return format === 'date' ? '2026-11-01' : format === 'date-time' ? '2026-11-01T00:00:00Z' : 'word';
}

/** `table: statement` of each plan that reads all rows of a large table, or all entries of an index of it that fit no condition. */
async function wholeTables(): Promise<string[]> {
  const { rows: indexes } = await database.query<{ name: string; table: string; is_partial: boolean }>(
    `SELECT i.indexrelid::regclass::text AS name, c.relname AS table, i.indpred IS NOT NULL AS is_partial
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.reltuples = $1`,
    [BELIEVED],
  );
  const large = new Set(indexes.map(({ table }) => table));
  // The entries of the others are few: work that is open, rows that are marked.
  const ofAllRows = new Map(indexes.flatMap(({ name, table, is_partial }) => (is_partial ? [] : [[name, table]])));
  // As on a disk without heads.
  await database.query('SET random_page_cost = 1.1');
  const found = new Set<string>();
  for (const statement of statements) {
    if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(statement)) continue;
    const { rows } = await database.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
    const visit = (node: PlanNode, isLimited: boolean): void => {
      const { 'Node Type': type, 'Relation Name': relation = '', 'Index Name': index = '', Filter: filter } = node;
      const isRange = node['Index Cond'] !== undefined || (isLimited && filter === undefined);
      const table = type === 'Seq Scan' ? relation : isRange ? undefined : ofAllRows.get(index);
      if (table !== undefined && large.has(table)) found.add(`${table}: ${inOneLine(statement)}`);
      for (const part of node.Plans ?? []) visit(part, isLimited || type === 'Limit');
    };
    visit(rows[0]['QUERY PLAN'][0].Plan, false);
  }
  return [...found];
}

test('no statement of a route or of upkeep reads a whole table', async () => {
  const found = await wholeTables();
  const reasons = Object.entries(WHOLE_TABLES);
  const statementOf = (entry: string) => entry.slice(entry.indexOf(': ') + 2);
  expect(found.filter((entry) => !reasons.some(([, form]) => form.test(statementOf(entry))))).toEqual([]);
  // Plans differ with the samples, so a reason is needed as long as there is the statement.
  const unused = reasons.filter(([, form]) => !statements.some((statement) => form.test(inOneLine(statement))));
  expect(unused.map(([reason]) => reason)).toEqual([]);
});

test('each table has rows by which plans are made, or is named', () => {
  expect(empty.filter((name) => !WITHOUT_ROWS.includes(name))).toEqual([]);
});
