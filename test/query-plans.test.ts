import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { toJsonSchema } from '../api/openapi/schemas.ts';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { resetLimits } from './environment/database.ts';
import { withFolder } from './environment/folder.ts';
import type { Reply, RouteName } from './environment/http.ts';
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
/** Owners of the added rows (`multiplyRows`), and how many rows of one are no longer few. */
const OWNERS = 280;
const SEVERAL = 8;
/** In this order: what is deleted is deleted at the end. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What housekeeping asks of whole tables, by the reason. */
const OF_UPKEEP: Readonly<Record<string, RegExp>> = {
  'Housekeeping goes through the people who have notifications to be mailed.':
    /FROM \(SELECT u\.id AS user_id, .* FROM notification WHERE by_mail/,
};

/** Statements that read a whole table, by the reason. */
const WHOLE_TABLES: Readonly<Record<string, RegExp>> = {
  ...OF_UPKEEP,
  'Administrators list the books of all partners and count them.':
    /SELECT (?:count\(\*\)::int AS total|listed\.\*.*) FROM \(SELECT (?:\* FROM (?:invoice|customer_order|usage_record|credit_entry)|e\.id, e\.gateway|partner\.\*).*\) listed WHERE/,
};

/** Those of housekeeping that a run meets only when it lasts beyond a minute. */
const IN_SOME_RUNS: Readonly<Record<string, RegExp>> = {
  'Housekeeping holds a range of triggers against the keys of all partners.':
    /SELECT t\.id, t\.partner_id FROM workflow_trigger t WHERE t\.active AND t\.id >/,
};

/** Tables of which an owner has few rows, and what bounds them. */
const FEW_OF_AN_OWNER: Readonly<Record<string, string>> = {
  agent: 'at most 100 of a partner, and those of the platform',
  agent_evaluation_run: 'the newest 30 of each of at most 50 evaluations of a partner',
  brand_voice_product: 'at most 100 of a brand voice',
  dry_run_entry: 'at most 1,000 messages of a session',
  execution_step: 'the steps of one plan',
  key_error: 'the newest 50 of each key',
  knowledge_evaluation_run: 'the newest 30 of each of at most 50 evaluations of a partner',
  saved_filter: 'at most 50 of a person',
  webhook_endpoint: 'as many as the plan has room for',
  writer_template: 'at most 50 of a partner',
};

/** Statements that sort the rows of an owner, by the reason. */
const SORTED: Readonly<Record<string, RegExp>> = {
  'A search shows the best of what it found first, and looks at a bounded number of records.':
    /^WITH asked AS MATERIALIZED \(SELECT search_query|^SELECT p\.id, s\.rank, s\.terms/,
  'A person has few sessions, and has consented to few applications.':
    /FROM user_session s JOIN|FROM oauth_record r JOIN/,
  'A payment page that still fits was opened within the last hours.': /^SELECT .* FROM checkout WHERE/,
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
let ofRequests: ReadonlySet<string>;
let empty: string[];

beforeAll(() =>
  withFolder(async (folder) => {
    const preload = new URL('./environment/record-statements.ts', import.meta.url).href;
    stack = await startStack({
      sandboxAiLatencyMs: 0,
      durable: false,
      serviceEnvironment: {
        ...TEST_SETTINGS,
        NODE_OPTIONS: `--import=${preload}`,
        STATEMENTS_FOLDER: folder,
      },
    });
    publishRunningStack(stack);
    database = new pg.Client({ connectionString: stack.urls.databaseUrl });
    await database.connect();
    await callAllRoutes();
    await stack.pause('api');
    await waitUntil('all commands to be sent', async () => (await database.query('SELECT FROM outbox')).rowCount === 0);
    const recordedBy = (program: 'api' | 'worker'): string[] =>
      readFileSync(path.join(folder, program), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    await waitUntil('a pass of housekeeping', () =>
      Object.values(OF_UPKEEP).every((form) => recordedBy('worker').some((text) => form.test(inOneLine(text)))),
    );
    await stack.pause('worker');
    ofRequests = new Set(recordedBy('api'));
    statements = [...new Set([...ofRequests, ...recordedBy('worker')])];
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
          const { body }: Reply = await (method === 'GET' ? answerOf : callRoute)(partner, name, options);
          const cursor = (body as { meta?: { next_cursor?: string } } | null)?.meta?.next_cursor;
          if (cursor) await answerOf(partner, name, { input: { ...options.input, cursor } });
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
  const inputOfField = ([field, schema]: [string, Field]) =>
    field === 'cursor' ? { cursor: 'begin', per_page: '1' } : { [field]: sampleValue(schema) };
  return [{}, ...fields.map(inputOfField)];
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

/** The table of each index of a large table, but for those that hold few rows of it, unless they are wanted. */
async function indexesOf(options: { partial: boolean }): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; table: string }>(
    `SELECT i.indexrelid::regclass::text AS name, c.relname AS table
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.reltuples = $1 AND (i.indpred IS NULL OR $2)`,
    [BELIEVED, options.partial],
  );
  return new Map(rows.map(({ name, table }) => [name, table]));
}

async function planOf(statement: string): Promise<PlanNode> {
  const { rows } = await database.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** `table: statement` of each plan that reads all rows of a large table, or all entries of an index of it that fit no condition. */
async function wholeTables(): Promise<string[]> {
  const large = new Set((await indexesOf({ partial: true })).values());
  // The entries of the others are few: work that is open, rows that are marked.
  const ofAllRows = await indexesOf({ partial: false });
  // As on a disk without heads.
  await database.query('SET random_page_cost = 1.1');
  const found = new Set<string>();
  for (const statement of statements) {
    if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(statement)) continue;
    const visit = (node: PlanNode, isLimited: boolean): void => {
      const { 'Node Type': type, 'Relation Name': relation = '', 'Index Name': index = '', Filter: filter } = node;
      const isRange = node['Index Cond'] !== undefined || (isLimited && filter === undefined);
      const table = type === 'Seq Scan' ? relation : isRange ? undefined : ofAllRows.get(index);
      if (table !== undefined && large.has(table)) found.add(`${table}: ${inOneLine(statement)}`);
      for (const part of node.Plans ?? []) visit(part, isLimited || type === 'Limit');
    };
    visit(await planOf(statement), false);
  }
  await database.query('RESET random_page_cost');
  return [...found];
}

/** A table whose rows a statement sorts. */
interface Sorted {
  table: string;
  statement: string;
}

/**
 * Each plan of a request that reads the rows of an owner and sorts them for the first few, where owners have so many
 * rows on average: such a plan does the same for the owner with thousands of times as many.
 */
async function sortedLists(rowsOfAnOwner: number): Promise<Sorted[]> {
  const tables = await indexesOf({ partial: true });
  const large = new Set(tables.values());
  await database.query('BEGIN');
  await database.query(`UPDATE pg_class SET reltuples = $1 WHERE reltuples = $2 AND relkind = 'r'`, [
    rowsOfAnOwner * OWNERS,
    BELIEVED,
  ]);
  const found: Sorted[] = [];
  for (const statement of ofRequests) {
    if (!/^\s*(?:SELECT|WITH)\b/i.test(statement) || !/\bLIMIT\b/.test(statement)) continue;
    for (const node of sortsOf(await planOf(statement), false).flatMap(unlimited)) {
      const table = node['Relation Name'] ?? tables.get(node['Index Name'] ?? '');
      const isRead = table !== undefined && large.has(table) && node['Plan Rows'] >= SEVERAL;
      if (isRead) found.push({ table, statement: inOneLine(statement) });
    }
  }
  await database.query('ROLLBACK');
  return found;
}

/** A node and all below it that a limit of their own does not bound. */
function unlimited(node: PlanNode): PlanNode[] {
  return node['Node Type'] === 'Limit' ? [] : [node, ...(node.Plans ?? []).flatMap(unlimited)];
}

/** The sorts of all rows whose first ones are the limit's. */
function sortsOf(node: PlanNode, isLimited: boolean): PlanNode[] {
  const type = node['Node Type'];
  if (isLimited && type === 'Sort') return [node];
  const isPassedOn = type === 'Limit' || (isLimited && !/Aggregate|Group/.test(type));
  return (node.Plans ?? []).flatMap((part) =>
    sortsOf(part, isPassedOn && !/InitPlan|SubPlan/.test(part['Parent Relationship'])),
  );
}

test('no statement of a route or of housekeeping reads a whole table', async () => {
  const found = await wholeTables();
  const reasons = Object.entries(WHOLE_TABLES);
  const statementOf = (entry: string) => entry.slice(entry.indexOf(': ') + 2);
  const forms = [...Object.values(WHOLE_TABLES), ...Object.values(IN_SOME_RUNS)];
  expect(found.filter((entry) => !forms.some((form) => form.test(statementOf(entry))))).toEqual([]);
  // Plans differ with the samples, so a reason is needed as long as there is the statement.
  const unused = reasons.filter(([, form]) => !statements.some((statement) => form.test(inOneLine(statement))));
  expect(unused.map(([reason]) => reason)).toEqual([]);
});

test.each([10, 70])('no list sorts all rows of its owner, where owners have %d', async (rowsOfAnOwner) => {
  const reasons = Object.entries(SORTED);
  const found = await sortedLists(rowsOfAnOwner);
  const isNamed = ({ table, statement }: Sorted) =>
    Object.hasOwn(FEW_OF_AN_OWNER, table) || reasons.some(([, form]) => form.test(statement));
  expect(found.filter((sorted) => !isNamed(sorted))).toEqual([]);
  const asked = [...ofRequests].map(inOneLine);
  const unused = reasons.filter(([, form]) => !asked.some((statement) => form.test(statement)));
  expect(unused.map(([reason]) => reason)).toEqual([]);
});

test('each table has rows by which plans are made, or is named', () => {
  expect(empty.filter((name) => !WITHOUT_ROWS.includes(name))).toEqual([]);
});
