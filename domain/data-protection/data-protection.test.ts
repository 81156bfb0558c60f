import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Column, tablesOf } from '../../infra/database/table.ts';
import { plant } from '../../test/environment/plant.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import * as declared from '../tables.ts';
import { deletionOrder, fateOf, linksOf, type Subject } from './rules.ts';
import { beginErasure } from './steps/begin-erasure.ts';
import { eraseRows, finishErasure } from './steps/erase-rows.ts';
import { exportRows } from './steps/export-rows.ts';
import { listHoldings } from './steps/list-holdings.ts';
import { selectReferences } from './store.ts';

jest.setTimeout(180_000);

const TABLES = tablesOf(declared);
const BY_NAME = new Map(TABLES.map((table) => [table.name, table]));

/** Columns without an index: exports and erasures of a person, which have no time limit, read these whole; sessions last a day. */
const UNINDEXED = [
  'audit_log.actor_id',
  'caller_day.caller_id',
  'credit_caller_day.caller_id',
  'credit_entry.caller_id',
  'execution.started_by',
  'mcp_session.subject',
];
/** Columns that could hold what somebody wrote, in tables that declare no such data: names of the product's own, counts, public pages. */
const NOT_WRITTEN_BY_PERSONS = [
  'ai_call.model',
  'erasure.rows',
  'invoice_job.error',
  'knowledge_space.inputs',
  'knowledge_space.model',
  'listing_snapshot.content',
  'listing_snapshot.etag',
  'listing_snapshot.listing_id',
  'listing_snapshot.pending_fan_outs',
  'mcp_call.progress_token',
  'mcp_call.request_id',
  'mcp_change.uri',
  'paid_request.reference',
  'reconciliation_run.found',
  'trigger_firing.chain',
];
/** Tables that keep texts of an erased partner: what the law requires, and what has been said to it. */
const BOOKS = [
  'credit_capability_day',
  'credit_entry',
  'credit_note',
  'credit_note_line',
  'customer_order',
  'erasure',
  'invoice',
  'invoice_line',
  'invoice_payment',
  'partner_key',
  'payment_event',
  'purchase',
  'usage_record',
];

let service: TestService;
let partner: Partner;
let other: Partner;
let user: { id: number };
const MARKERS = { partner: 'mark3r-of-the-partner', other: 'mark3r-of-the-other' };

beforeAll(async () => {
  service = await startTestService();
  partner = await service.createPartner();
  other = await service.createPartner();
  await dropChecks();
  user = { id: await plantAll(partner, MARKERS.partner) };
  await plantAll(other, MARKERS.other);
});
afterAll(() => service.stop());

/** Rows need no plausible states here, only their keys; in a database of this file's own. */
async function dropChecks(): Promise<void> {
  const rows: { statement: string }[] = await service.dataSource.query(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', r.relname, c.conname) AS statement FROM pg_constraint c
     JOIN pg_class r ON r.oid = c.conrelid WHERE c.contype = 'c' AND c.conislocal AND c.connamespace = current_schema()::regnamespace`,
  );
  for (const { statement } of rows) await service.dataSource.query(statement);
}

/** Foreign keys by table and column. */
async function foreignColumns(): Promise<Map<string, { table: string; column: string }>> {
  const rows: { from: string; by: string; to: string; key: string }[] = await service.dataSource.query(
    `SELECT f.relname AS "from", a.attname AS by, t.relname AS "to", k.attname AS key FROM pg_constraint c
     JOIN pg_class f ON f.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = c.conkey[1]
     JOIN pg_class t ON t.oid = c.confrelid JOIN pg_attribute k ON k.attrelid = t.oid AND k.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conparentid = 0`,
  );
  return new Map(rows.map(({ from, by, to, key }) => [`${from}.${by}`, { table: to, column: key }]));
}

/** Writes a row of every table for a partner, with the marker in each text; returns the id of its user. */
async function plantAll(owner: Partner, marker: string): Promise<number> {
  const foreign = await foreignColumns();
  const rows = new Map<string, Record<string, unknown>>([['partner', { id: owner.id }]]);
  const references = await selectReferences(service.dataSource.manager);
  const problems: string[] = [];
  const order = deletionOrder(TABLES, references).reverse();
  for (const table of order) {
    if (table.data.nobody !== undefined) continue;
    const values: Record<string, unknown> = {};
    for (const [name, column] of Object.entries(table.columns)) {
      const link = linksOf(table, 'partner').find(({ by }) => by === name);
      const target = foreign.get(`${table.name}.${name}`) ?? (link && { table: link.to, column: link.key ?? 'id' });
      const parent = target && target.table !== table.name ? rows.get(target.table)?.[target.column] : undefined;
      const value =
        parent !== undefined
          ? link?.as
            ? `${link.to}:${parent}`
            : parent
          : valueFor(column, `${marker} ${table.name}.${name}`);
      if (value !== undefined) values[name] = value;
    }
    if ('partner_id' in table.columns) values['partner_id'] = owner.id;
    if (table.name === 'outbox') values['command'] = JSON.stringify({ kind: 'x', partnerId: owner.id, text: marker });
    if (table.name === 'partner') {
      await service.dataSource.query(
        `UPDATE partner SET name = '${marker}', billing_name = '${marker}', billing_address = '${marker}',
           marketplace_customer_id = '${marker}', tax_exemption_reason = '${marker}' WHERE id = ${owner.id}`,
      );
      continue;
    }
    const names = Object.keys(values);
    const places = names.map((_name, index) => `$${index + 1}`);
    const list = names.map((name) => `"${name}"`).join(', ');
    try {
      const statement = `INSERT INTO ${table.name} (${list}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING RETURNING *`;
      const made = await service.dataSource.transaction(async (em) => {
        await em.query('SET LOCAL session_replication_role = replica');
        return em.query(statement, Object.values(values));
      });
      rows.set(table.name, made[0] ?? { id: owner.id });
    } catch (error) {
      problems.push(`${table.name}: ${String(error)}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Number(rows.get('app_user')?.['id']);
}

function valueFor({ options, values }: Column<unknown>, marker: string): unknown {
  const { type, length, generated, array, nullable } = options;
  if (generated) return undefined;
  if (values) return values.at(-1);
  if (array) return type === 'text' ? [marker] : [];
  switch (type) {
    case 'varchar':
      return marker.slice(0, length);
    case 'text':
    case 'tsvector':
      return marker;
    case 'jsonb':
      return JSON.stringify({ text: marker });
    case 'bytea':
      return Buffer.from(marker);
    case 'timestamptz':
      return new Date('2026-06-01T00:00:00Z');
    case 'date':
      return '2026-06-01';
    case 'uuid':
      return randomUUID();
    case 'boolean':
      return false;
    case 'char':
      return 'EUR';
    default:
      return nullable ? undefined : 1;
  }
}

/** What is left of a marker, as `table.column`, also in bytes. */
async function found(marker: string): Promise<string[]> {
  const places: string[] = [];
  const hex = Buffer.from(marker).toString('hex');
  for (const { name, columns } of TABLES) {
    const counts = Object.keys(columns).map(
      (column) =>
        `count(*) FILTER (WHERE "${column}"::text LIKE '%${marker}%' OR "${column}"::text LIKE '%${hex}%') AS "${column}"`,
    );
    const [row] = await service.dataSource.query(`SELECT ${counts.join(', ')} FROM ${name}`);
    places.push(...Object.keys(columns).flatMap((column) => (row[column] > 0 ? [`${name}.${column}`] : [])));
  }
  return places;
}

/** All rows of the other partner, to compare. */
async function allOf(owner: Partner): Promise<string> {
  return (await exported({ kind: 'partner', id: owner.id })).text;
}

async function exported(subject: Subject) {
  let text = '';
  const { dataSource } = service;
  const counts = await dataSource.transaction('REPEATABLE READ', (db) => {
    const write = async (lines: string) => {
      text += lines;
    };
    return perform({ db, tables: TABLES, write }, exportRows, subject);
  });
  return { text, counts };
}

const services = () => ({ ...service.deps, tables: TABLES });

async function erase(subject: Subject) {
  const { erasureId } = await perform(services(), beginErasure, { ...subject, waivesUnbilled: true });
  await perform(services(), eraseRows, { ...subject, erasureId });
  return perform(services(), finishErasure, { ...subject, erasureId });
}

/** A name of the product's own has fewer than a hundred characters. */
function holdsText({ type, length = 0, array }: Column<unknown>['options']): boolean {
  return type === 'text' || type === 'jsonb' || array === true || (type === 'varchar' && length >= 100);
}

describe('the declarations', () => {
  test.each(TABLES.map((table) => [table.name, table] as const))('%s says whose its rows are', (name, table) => {
    const { data, columns } = table;
    const links = linksOf(table, 'partner');
    expect(links.length > 0).toBe(data.nobody === undefined);
    for (const { to, by, key = 'id' } of [...links, ...linksOf(table, 'user')]) {
      expect(Object.keys(BY_NAME.get(to)?.columns ?? {})).toContain(key);
      if (/^\w+$/.test(by)) expect(Object.keys(columns)).toContain(by);
    }
    const cleared = { ...data.kept?.cleared, ...data.people?.cleared };
    for (const column of [...(data.secret ?? []), ...Object.keys(cleared)])
      expect(Object.keys(columns)).toContain(column);
    // Rows are cleared by their number.
    if (Object.keys(cleared).length > 0) expect(Object.keys(columns)).toContain('id');
    // A parent that is kept for its children is not deleted before them.
    if (fateOf(table, 'partner') === 'kept' && name !== 'erasure') expect(columns['user_id']).toBeUndefined();
  });

  test('a table with texts of any kind, or with who did something, declares data of persons', () => {
    const undeclared = TABLES.filter(({ data }) => data.personal.length === 0);
    const texts = undeclared.flatMap(({ name, columns }) =>
      Object.entries(columns)
        .filter(([, column]) => !column.values && holdsText(column.options))
        .map(([column]) => `${name}.${column}`),
    );
    expect(texts.sort()).toEqual(NOT_WRITTEN_BY_PERSONS);
    const persons = undeclared.flatMap(({ name, columns, data }) =>
      Object.keys(columns)
        .filter((column) => /(^|_)(user|actor|author|assignee|by|email|phone|ip|device)(_id)?$/.test(column))
        .filter(() => !data.people && !data.kept)
        .map((column) => `${name}.${column}`),
    );
    expect(persons).toEqual([]);
  });

  test('rows are found by an index: those of a subject, and those that reference a row that is deleted', async () => {
    const rows: { table: string; column: string }[] = await service.dataSource.query(
      `SELECT c.relname AS table, a.attname AS column FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]`,
    );
    const indexed = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const needed = new Set<string>();
    for (const table of TABLES) {
      for (const { by } of [...linksOf(table, 'partner'), ...linksOf(table, 'user')]) {
        if (/^\w+$/.test(by)) needed.add(`${table.name}.${by}`);
      }
    }
    for (const [column, { table }] of await foreignColumns()) {
      const target = BY_NAME.get(table);
      if (target && fateOf(target, 'partner') === 'deleted') needed.add(column);
    }
    expect([...needed].filter((column) => !indexed.has(column)).sort()).toEqual(UNINDEXED);
  });
});

describe('a partner', () => {
  test('is exported whole: each text, no secret, nothing of others', async () => {
    const { text, counts } = await exported({ kind: 'partner', id: partner.id });
    expect(Object.keys(counts).sort()).toEqual(
      TABLES.filter((table) => linksOf(table, 'partner').length > 0)
        .map(({ name }) => name)
        .sort(),
    );
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const inExport = new Set<string>();
    const base64 = Buffer.from(MARKERS.partner).toString('base64').slice(0, 12);
    for (const { table, row } of lines)
      for (const [column, value] of Object.entries(row)) {
        const written = JSON.stringify(value);
        if (written.includes(MARKERS.partner) || written.includes(base64)) inExport.add(`${table}.${column}`);
      }
    const secret = TABLES.flatMap(({ name, data }) => (data.secret ?? []).map((column) => `${name}.${column}`));
    const left = (await found(MARKERS.partner)).filter((place) => !inExport.has(place));
    expect(left.filter((place) => !secret.includes(place))).toEqual(['knowledge_passage.search']);
    expect(secret.filter((place) => inExport.has(place))).toEqual([]);
    expect(inExport.size).toBeGreaterThan(150);
    expect(text).not.toContain(MARKERS.other);
  });

  test('is listed with what an erasure does', async () => {
    const listed = await perform(services(), listHoldings, { kind: 'partner', id: partner.id });
    expect(listed).toContainEqual({ table: 'content_item', rows: 1, fate: 'deleted', because: null });
    expect(listed.find(({ table }) => table === 'credit_entry')).toMatchObject({ fate: 'kept', because: /law/ });
  });
});

describe('a user', () => {
  const subject = () => ({ kind: 'user', id: user.id }) as const;

  test('is erased: only the number stays, and what the partner owns', async () => {
    await plant(
      service.dataSource,
      `UPDATE idempotency_key SET owner = 'user:${user.id}' WHERE owner = 'partner:${partner.id}';
       UPDATE mcp_session SET subject = 'user_${user.id}' WHERE partner_id = ${partner.id};
       UPDATE workflow_trigger SET user_id = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE content_comment SET author_kind = 'user', author_id = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE execution SET started_by = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE caller_day SET caller_kind = 'user', caller_id = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE credit_caller_day SET caller_kind = 'user', caller_id = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE credit_entry SET caller_kind = 'user', caller_id = ${user.id} WHERE partner_id = ${partner.id};
       UPDATE audit_log SET actor_kind = 'user', actor_id = ${user.id} WHERE partner_id = ${partner.id}`,
    );
    const { counts } = await exported(subject());
    expect(Object.keys(counts).sort()).toEqual(
      TABLES.filter(({ data }) => data.people)
        .map(({ name }) => name)
        .sort(),
    );
    const before = await found(MARKERS.partner);
    const { erased, left } = await erase(subject());
    expect(left).toEqual({});
    expect(erased).toEqual({
      app_user: 1,
      caller_day: 1,
      content_favorite: 1,
      workflow_trigger: 1,
      gtm_subscription: 1,
      mail: 1,
      idempotency_key: 1,
      mcp_session: 1,
      notification: 1,
      notification_setting: 1,
      passkey: 1,
      recovery_code: 1,
      saved_filter: 1,
      totp_factor: 1,
      user_link: 1,
      user_session: 1,
    });
    const gone = before.filter((place) =>
      /^(app_user|gtm_subscription|idempotency_key|mail|mcp_session|mcp_call|notification|oauth_record|passkey|recovery_code|saved_filter|totp_factor|user_link|user_session)/.test(
        place,
      ),
    );
    const after = await found(MARKERS.partner);
    expect(after.sort()).toEqual(before.filter((place) => !gone.includes(place)).sort());
    expect(await service.dataSource.query('SELECT email, status FROM app_user WHERE id = $1', [user.id])).toEqual([
      { email: `erased-${user.id}@erased.invalid`, status: 'disabled' },
    ]);
    // A repeat finds nothing to do.
    expect(await erase(subject())).toEqual({ left: {}, erased: {} });
  });
});

describe('an erasure of a partner', () => {
  const subject = () => ({ kind: 'partner', id: partner.id }) as const;

  test('is refused while use or orders are unbilled', async () => {
    const refused = perform(services(), beginErasure, { ...subject(), waivesUnbilled: false });
    await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  test('leaves the books and nothing else, of its partner only, also when it is stopped and repeated', async () => {
    const before = await found(MARKERS.partner);
    const others = await allOf(other);
    const { erasureId } = await perform(services(), beginErasure, { ...subject(), waivesUnbilled: true });
    const stopped = perform(services(), eraseRows, { ...subject(), erasureId }, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect((await perform(services(), finishErasure, { ...subject(), erasureId })).left).not.toEqual({});
    const { left, erased } = await erase(subject());
    expect(left).toEqual({});
    expect(erased).toMatchObject({
      content_item: 1,
      execution: 1,
      app_user: 1,
      audit_log: expect.any(Number),
      partner: 1,
    });
    const kept = before.filter((place) => {
      const [name = '', column = ''] = place.split('.');
      const { kept: declaredKept } = BY_NAME.get(name)?.data ?? {};
      return declaredKept && !(column in (declaredKept.cleared ?? {}));
    });
    expect((await found(MARKERS.partner)).sort()).toEqual(kept.sort());
    expect([...new Set(kept.map((place) => place.split('.')[0]))].sort()).toEqual(BOOKS);
    expect(await allOf(other)).toBe(others);
  });

  test('is recorded, and its partner can no longer be used', async () => {
    const [row] = await service.dataSource.query('SELECT name, status FROM partner WHERE id = $1', [partner.id]);
    expect(row).toEqual({ name: `Erased partner ${partner.id}`, status: 'suspended' });
    const [erasure] = await service.dataSource.query(
      'SELECT subject, user_id, completed_at IS NOT NULL AS complete FROM erasure WHERE partner_id = $1 ORDER BY id DESC LIMIT 1',
      [partner.id],
    );
    expect(erasure).toEqual({ subject: 'partner', user_id: null, complete: true });
  });

  test('of nobody is an error', async () => {
    await expect(erase({ kind: 'partner', id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('credits that are still held when the work is gone are released', async () => {
  const { id } = await service.createPartner();
  await service.dataSource.query('UPDATE credit_account SET balance = 100, held = 30 WHERE partner_id = $1', [id]);
  for (const reference of ['execution:a', 'execution:b']) {
    await service.dataSource.query(
      `INSERT INTO credit_entry (partner_id, kind, amount, reference, capability, day, created_at)
       VALUES ($1, 'hold', 15, $2, 'blog_post', current_date, now())`,
      [id, reference],
    );
  }
  await erase({ kind: 'partner', id });
  const account = await service.dataSource.query('SELECT balance, held FROM credit_account WHERE partner_id = $1', [
    id,
  ]);
  expect(account).toEqual([{ balance: 100, held: 0 }]);
  const released = await service.dataSource.query(
    `SELECT reference, amount FROM credit_entry WHERE partner_id = $1 AND kind = 'release' ORDER BY 1`,
    [id],
  );
  expect(released).toEqual(['execution:a', 'execution:b'].map((reference) => ({ reference, amount: 15 })));
});
