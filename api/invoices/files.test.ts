import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { payOrderInvoice } from '../../domain/invoices/for-order.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import type { OrderRow } from '../../domain/orders/table.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { readPdf } from '../../test/environment/pdf.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createRenderQueue } from '../render-queue.ts';
import { invoicesArea } from './area.ts';

jest.setTimeout(120_000);

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, invoicesArea.routes);
});
afterAll(async () => {
  await edge.close();
  await service.stop();
});

interface Owner {
  id: number;
  key: string | null;
}

async function newOwner(): Promise<Owner> {
  const partner = await service.createPartner();
  return { id: partner.id, key: (await service.createKey(partner)).plaintext };
}

/** The number of the invoice of an order that was just paid. */
async function issue({ id }: Owner, order: Partial<OrderRow> = {}): Promise<string> {
  const row = await addOrder(service, { id }, order);
  const { number } = await service.deps.transaction(service.admin, (tx) =>
    payOrderInvoice(tx, service.deps.clock.now(), row, NO_INVOICING),
  );
  return String(number);
}

const download = ({ key }: Owner, number: string, headers: Record<string, string> = {}, method = 'GET') =>
  edge.request(`/api/v1/invoice-receipts/${number}/pdf`, { key, headers, method });

test('one partner who downloads many files leaves another with the wait for a turn', async () => {
  const [busy, other] = [await newOwner(), await newOwner()];
  const numbers: string[] = [];
  for (let made = 0; made < 8; made += 1) numbers.push(await issue(busy));
  const theirs = await issue(other);
  // Both of the processes that draw are there: the start of one takes as long as several files.
  await Promise.all([busy, other].map(async (owner) => download(owner, await issue(owner))));
  let finished = 0;
  const many = numbers.map(async (number) => {
    const { status } = await download(busy, number);
    // What a slow machine refuses was not served before theirs.
    if (status === 200) finished += 1;
    return status;
  });
  const answer = await download(other, theirs);
  expect({ status: answer.status, finished }).toEqual({ status: 200, finished: expect.any(Number) });
  // Served in the order of the requests, theirs would be the last or the last but one.
  expect(finished).toBeLessThan(6);
  // A machine that draws for longer than the wait for a turn refuses the last ones.
  const statuses = await Promise.all(many);
  expect(statuses[0]).toBe(200);
  for (const status of statuses) expect([200, 503]).toContain(status);
});

describe('a file that was drawn', () => {
  let owner: Owner;
  let number: string;
  beforeEach(async () => {
    owner = await newOwner();
    number = await issue(owner);
  });

  test('is kept, and sent again without drawing', async () => {
    const first = await download(owner, number);
    expect(first.text).toMatch(/^%PDF-/);
    await service.dataSource.query(
      `UPDATE invoice_file SET pdf = 'kept' WHERE invoice_id = (SELECT id FROM invoice WHERE number = $1)`,
      [number],
    );
    const again = await download(owner, number);
    expect(again).toMatchObject({ status: 200, text: 'kept' });
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
  });

  test('is drawn anew once the invoice has changed', async () => {
    const before = await download(owner, number);
    await service.dataSource.query(`UPDATE invoice SET credited_minor = 1 WHERE number = $1`, [number]);
    const after = await download(owner, number);
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    expect(after.text).not.toBe(before.text);
    const kept = await service.dataSource.query(
      `SELECT content_hash FROM invoice_file JOIN invoice ON invoice.id = invoice_id WHERE number = $1`,
      [number],
    );
    expect(kept.map((row: { content_hash: string }) => `"${row.content_hash}"`)).toEqual([after.headers.get('ETag')]);
  });

  test('is not sent to whoever has it, nor drawn for a HEAD', async () => {
    const head = await download(owner, number, {}, 'HEAD');
    const tag = String(head.headers.get('ETag'));
    expect([head.status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    expect(await download(owner, number, { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' });
    const kept = await service.dataSource.query(
      'SELECT FROM invoice_file JOIN invoice ON invoice.id = invoice_id WHERE number = $1',
      [number],
    );
    expect(kept).toEqual([]);
  });
});

test('the file of a credit note is kept, too, and sent again without drawing', async () => {
  const owner = await newOwner();
  const number = await issue(owner);
  await service.dataSource.query(
    `INSERT INTO credit_note (number, invoice_id, partner_id, currency, reference, reason, amount_minor, tax_minor, created_at)
     SELECT 'CN-2031-000001', id, partner_id, currency, 'x', 'Agreed', 100, 0, now() FROM invoice WHERE number = $1`,
    [number],
  );
  const first = await download(owner, 'credit-notes/CN-2031-000001');
  expect(first.text).toMatch(/^%PDF-/);
  const kept = await service.dataSource.query<{ content_hash: string }[]>('SELECT content_hash FROM credit_note_file');
  expect(kept.map((row) => `"${row.content_hash}"`)).toEqual([first.headers.get('ETag')]);
  await service.dataSource.query(`UPDATE credit_note_file SET pdf = 'kept'`);
  const again = await download(owner, 'credit-notes/CN-2031-000001');
  expect(again).toMatchObject({ status: 200, text: 'kept' });
  expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
});

test('a file is in the language that the buyer had at the issue, whatever its name is written in', async () => {
  const owner = await newOwner();
  await service.dataSource.query(
    `INSERT INTO billing_identity (partner_id, legal_name, address, tax_ids, language, created_at, updated_at)
     VALUES ($1, '深圳市腾讯计算机系统有限公司', '{"country": "CN"}', '[]', 'de-AT', now(), now())`,
    [owner.id],
  );
  const number = await issue(owner);
  await service.dataSource.query(`UPDATE billing_identity SET language = 'en' WHERE partner_id = $1`, [owner.id]);
  expect((await download(owner, number)).status).toBe(200);
  const [kept] = await service.dataSource.query<{ pdf: Buffer }[]>(
    'SELECT pdf FROM invoice_file JOIN invoice ON invoice.id = invoice_id WHERE number = $1',
    [number],
  );
  const { pages, language } = await readPdf(kept?.pdf ?? Buffer.alloc(0));
  expect(language).toBe('de-DE');
  expect(pages[0]).toContain('Rechnung an');
  expect(pages[0]?.replaceAll('\n', '')).toContain('深圳市腾讯计算机系统有限公司China');
});

test('a file that cannot be made is refused before anything of it is sent', async () => {
  const owner = await newOwner();
  const number = await issue(owner);
  await service.dataSource.query(`ALTER TABLE invoice_file RENAME TO invoice_file_away`);
  try {
    const { status, body } = await download(owner, number);
    expect([status, body?.error?.code]).toEqual([500, 'SERVER_ERROR']);
  } finally {
    await service.dataSource.query(`ALTER TABLE invoice_file_away RENAME TO invoice_file`);
  }
});

test('a wait that is too long is refused, with the time to ask again', async () => {
  const queued = createRenderQueue({ slots: 1, waitMs: 1 });
  const turn = { partnerId: 1, signal: new AbortController().signal };
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queued(turn, () => promise);
  const refusal = await queued(turn, async () => undefined).catch((error: unknown) => error);
  resolve();
  await first;
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: expect.any(Number) });
});
