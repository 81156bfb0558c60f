import { beforeAll, describe, expect, test } from '@jest/globals';
import { billedUsage } from '../../api/invoices/job-resource.ts';
import { invoiceSummary } from '../../api/invoices/list-resource.ts';
import { expectError, open, type RouteName, read } from '../environment/http.ts';
import { backfill, invoiceOf, invoicesIn, reportOrder, reportUse, setBilling } from '../environment/invoices.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const LIST: RouteName = 'GET /invoice-receipts';
const SUMMARY: RouteName = 'GET /invoice-receipts/summary';
const CSV: RouteName = 'GET /invoice-receipts/export/csv';
const JSON_FILE: RouteName = 'GET /invoice-receipts/export/json';
const GENERATE: RouteName = 'POST /invoice-receipts/generate-marketplace';
const BACKFILL: RouteName = 'POST /invoice-receipts/backfill';
const BACKFILL_STATE: RouteName = 'GET /invoice-receipts/backfill/{id}';
const SHOW: RouteName = 'GET /invoice-receipts/{invoiceNumber}';
const PDF: RouteName = 'GET /invoice-receipts/{invoiceNumber}/pdf';
const CREDIT_NOTES: RouteName = 'GET /invoice-receipts/{invoiceNumber}/credit-notes';
const VOID: RouteName = 'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/void';

const NUMBER = /^INV-\d{4}-\d{6,}$/;
const MAY = { period_start: '2025-05-01', period_end: '2025-05-31' };
const TODAY = new Date().toISOString().slice(0, 10);

/** Has invoices of several types, currencies and states. */
let partner: Partner;
let numbers: string[];
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  await setBilling(partner, {
    tax_rate: '0.19',
    billing_name: '=HYPERLINK("x")',
    billing_address: '1 Main Street\nTown',
  });
  await reportOrder(partner, { amount: 100, description: '@SUM(A1), "quoted"' });
  await reportOrder(partner, { amount: '119', tax_included: true, billing_type: 'subscription', description: '+1' });
  await reportOrder(partner, { amount: '1200', currency: 'JPY', billing_type: 'demo', description: '-1' });
  await reportOrder(partner, { amount: '1.255', currency: 'KWD', billing_type: 'free_trial', description: '\tx' });
  numbers = await backfill(partner);
});

const list = (query: object = {}) => partner.request(LIST, { query: query as Record<string, string> });
const numbersOf = async (query: object) => invoicesIn(await list(query)).data.map((invoice) => invoice.invoice_number);
const generate = (body: object, from = partner) => from.request(GENERATE, { body });

describe(BACKFILL, () => {
  test('makes invoices for orders that have none, once', async () => {
    const fresh = await createPartner();
    const references = [await reportOrder(fresh), await reportOrder(fresh)];
    const reply = await fresh.request(BACKFILL, { body: {} });
    expect(reply.status).toBe(200);
    const made = (reply.body as { invoice_numbers: string[] }).invoice_numbers;
    expect(reply.body).toEqual({ message: '2 invoices were made.', count: 2, invoice_numbers: made });
    const invoices = await Promise.all(made.map((number) => invoiceOf(fresh, number)));
    expect(invoices.map(({ line_items }) => line_items[0]?.reference)).toEqual(references);
    expect((await fresh.request(BACKFILL, { body: {} })).body).toMatchObject({ count: 0, invoice_numbers: [] });
  });

  test('makes as many as are wanted; whoever asks at once gets the same, on every process', async () => {
    const fresh = await createPartner();
    for (let i = 0; i < 3; i += 1) await reportOrder(fresh);
    const replies = await Promise.all(
      ([0, 1, 0, 1] as const).map((process) => fresh.request(BACKFILL, { body: { limit: 2 }, process })),
    );
    const made = new Set(replies.flatMap(({ body }) => (body as { invoice_numbers: string[] }).invoice_numbers));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([2, 3]).toContain(made.size);
    await backfill(fresh);
    expect(invoicesIn(await fresh.request(LIST)).pagination.total).toBe(3);
  });

  test('answers a repeat of an Idempotency-Key with the same', async () => {
    const fresh = await createPartner();
    await reportOrder(fresh);
    const headers = { 'Idempotency-Key': 'backfill-1' };
    const [first, again] = [
      await fresh.request(BACKFILL, { body: {}, headers }),
      await fresh.request(BACKFILL, { body: {}, headers }),
    ];
    expect(again.body).toEqual(first.body);
  });

  test.each([0, 201, -1, 1.5, 'many'])('refuses a limit of %p', async (limit) => {
    expect(Object.keys(expectError(await partner.request(BACKFILL, { body: { limit } }), 'VALIDATION_ERROR'))).toEqual([
      'limit',
    ]);
  });
});

describe(BACKFILL_STATE, () => {
  test('does not show another kind of work, nor one that is not there', async () => {
    expectError(await partner.request(BACKFILL_STATE, { params: { id: 999_999_999 } }), 'NOT_FOUND');
    expectError(await partner.request(BACKFILL_STATE, { params: { id: 'INV-2026-000001' } }), 'NOT_FOUND');
  });

  test('shows the backfill to its partner only', async () => {
    // Other tests create jobs, too: take the first that belongs to the partner.
    for (let id = 1; ; id += 1) {
      const reply = await partner.request(BACKFILL_STATE, { params: { id } });
      if (reply.status !== 200) continue;
      expect(reply.body).toMatchObject({ status: 'completed', count: 4, invoice_numbers: numbers, error: null });
      expectError(await other.request(BACKFILL_STATE, { params: { id } }), 'FORBIDDEN');
      return;
    }
  });
});

describe(SHOW, () => {
  test('has lines, and amounts with the digits of the currency; tax is on top, or within', async () => {
    const [eur, included, jpy, kwd] = await Promise.all(numbers.map((number) => invoiceOf(partner, number)));
    expect(eur).toMatchObject({
      invoice_number: expect.stringMatching(NUMBER),
      billing_type: 'token_pack',
      status: 'open',
      overdue: false,
      subtotal: 100,
      tax_amount: 19,
      total_amount: 119,
      amount_paid: 0,
      billing_name: '=HYPERLINK("x")',
      paid_at: null,
      line_items: [{ quantity: '1', unit_amount: 100, amount: 100, tax_rate: '0.19', tax_amount: 19 }],
    });
    expect(included).toMatchObject({ subtotal: 100, tax_amount: 19, total_amount: 119 });
    expect(jpy).toMatchObject({ currency: 'JPY', subtotal: 1200, tax_amount: 228, total_amount: 1428 });
    expect(kwd).toMatchObject({ currency: 'KWD', subtotal: 1.255, tax_amount: 0.238, total_amount: 1.493 });
  });

  test('is not there under an unknown number, and another partner’s is not shown', async () => {
    for (const invoiceNumber of ['INV-2026-999999', 'INV-1-1', 'x', 'inv', "' OR 1=1", 'a\0b']) {
      expectError(await partner.request(SHOW, { params: { invoiceNumber } }), 'NOT_FOUND');
    }
    for (const name of [SHOW, PDF, CREDIT_NOTES]) {
      expectError(await other.request(name, { params: { invoiceNumber: numbers[0] ?? '' } }), 'FORBIDDEN');
    }
  });
});

describe(LIST, () => {
  test('has the invoices of the partner, newest first, without lines', async () => {
    const { data, pagination, filters_applied } = invoicesIn(await list());
    expect(data.map((invoice) => invoice.invoice_number)).toEqual([...numbers].reverse());
    expect(data[0]).not.toHaveProperty('line_items');
    expect(pagination).toEqual({ current_page: 1, per_page: 50, total: 4, last_page: 1 });
    const nothing = { type: null, status: null, start_date: null, end_date: null };
    expect(filters_applied).toEqual({ ...nothing, sort: 'created_at', dir: 'desc' });
    expect(invoicesIn(await other.request(LIST)).data).toEqual([]);
  });

  test('filters by type, state and days', async () => {
    expect(await numbersOf({ type: 'demo' })).toEqual([numbers[2]]);
    expect(await numbersOf({ status: 'paid' })).toEqual([]);
    expect(await numbersOf({ status: 'open', start_date: TODAY, end_date: '2999-12-31' })).toHaveLength(4);
    expect(await numbersOf({ end_date: '2020-01-01' })).toEqual([]);
    const { filters_applied } = invoicesIn(await list({ type: 'demo', end_date: '2020-01-01', dir: 'asc' }));
    expect(filters_applied).toMatchObject({ type: 'demo', end_date: '2020-01-01', dir: 'asc' });
  });

  test('sorts by type and by amount, whatever the currency', async () => {
    const amounts = async (dir: string) =>
      invoicesIn(await list({ sort: 'total_amount', dir })).data.map(({ total_amount }) => total_amount);
    expect(await amounts('asc')).toEqual([1.493, 119, 119, 1428]);
    expect(await amounts('desc')).toEqual([1428, 119, 119, 1.493]);
    const types = invoicesIn(await list({ sort: 'billing_type', dir: 'asc' })).data.map(
      ({ billing_type }) => billing_type,
    );
    expect(types).toEqual(['demo', 'free_trial', 'subscription', 'token_pack']);
  });

  test.each(['created_at', 'billing_type', 'total_amount'])('pages by %s have each invoice once', async (sort) => {
    const seen: string[] = [];
    for (let page = 1; page <= 5; page += 1) seen.push(...(await numbersOf({ sort, per_page: 1, page })));
    expect(seen).toEqual(await numbersOf({ sort }));
    expect([...seen].sort()).toEqual([...numbers].sort());
  });

  test.each([
    [{ per_page: 0 }, ['per_page']],
    [{ per_page: 201 }, ['per_page']],
    [{ page: 0 }, ['page']],
    [{ sort: 'number' }, ['sort']],
    [{ dir: 'up' }, ['dir']],
    [{ type: 'gift' }, ['type']],
    [{ status: 'lost' }, ['status']],
    [{ start_date: '2025-02-30' }, ['start_date']],
    [{ start_date: '2025-02-02', end_date: '2025-02-01' }, ['end_date']],
  ])('refuses %p', async (query, fields) => {
    expect(Object.keys(expectError(await list(query), 'VALIDATION_ERROR'))).toEqual(fields);
  });
});

describe(SUMMARY, () => {
  test('adds up by currency, type and state', async () => {
    const { data } = read(await partner.request(SUMMARY), invoiceSummary.schema);
    expect(data.period).toEqual({ start_date: null, end_date: null });
    expect(data.by_currency.map(({ currency }) => currency)).toEqual(['EUR', 'JPY', 'KWD']);
    expect(data.by_currency[0]).toEqual({
      currency: 'EUR',
      count: 2,
      total: 238,
      paid: 0,
      outstanding: 238,
      by_type: [
        { billing_type: 'subscription', count: 1, total: 119 },
        { billing_type: 'token_pack', count: 1, total: 119 },
      ],
      by_status: [{ status: 'open', count: 2, total: 238 }],
    });
  });

  test('of a period, which must not end before it starts', async () => {
    const query = { start_date: '2020-01-01', end_date: '2020-12-31' };
    const reply = await partner.request(SUMMARY, { query });
    expect(reply.body).toEqual({ data: { period: query, by_currency: [] } });
    const turned = { start_date: '2020-12-31', end_date: '2020-01-01' };
    expectError(await partner.request(SUMMARY, { query: turned }), 'VALIDATION_ERROR');
  });
});

describe(CSV, () => {
  const csv = (query: Record<string, string> = {}) => partner.request(CSV, { query });

  test('has a row for each line, no formulas, and the digits of the currency', async () => {
    const { status, text, headers } = await csv({ dir: 'asc' });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="invoices-${TODAY}.csv"`);
    const rows = text.split('\r\n');
    expect(rows[0]).toMatch(/^invoice_number,billing_type,status,overdue,currency,subtotal,.*,line_reference$/);
    expect(rows[1]).toContain(
      `${numbers[0]},token_pack,open,false,EUR,100.00,19.00,119.00,0.00,0.00,"'=HYPERLINK(""x"")"`,
    );
    expect(rows[1]).toContain(`"'@SUM(A1), ""quoted"""`);
    expect(text).toContain(",'+1,");
    expect(text).toContain(",'-1,");
    expect(text).toContain(',JPY,1200,228,1428,0,0,');
    expect(text).toContain(',KWD,1.255,0.238,1.493,0.000,0.000,');
    // The address has a line break within its cell.
    expect(text.split('\r\n').filter((row) => row.startsWith('INV-'))).toHaveLength(4);
  });

  test('without lines, with a byte order mark, filtered', async () => {
    const { text } = await csv({ line_items: 'false', type: 'demo' });
    expect(text.split('\r\n')[0]).not.toContain('line_');
    expect(text.split('\r\n').filter((row) => row.startsWith('INV-'))).toHaveLength(1);
    const marked = await open('GET', '/api/v1/invoice-receipts/export/csv', {
      key: partner.key.text,
      query: { bom: 'true' },
    });
    expect(Buffer.from(await marked.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
    expect((await csv({ end_date: '2020-01-01' })).text.trimEnd().split('\r\n')).toHaveLength(1);
    expectError(await csv({ sort: 'number' }), 'VALIDATION_ERROR');
  });
});

describe(JSON_FILE, () => {
  test('has what the list has, with lines unless they are not wanted', async () => {
    const { status, body, headers } = await partner.request(JSON_FILE, { query: { dir: 'asc' } });
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="invoices-${TODAY}.json"`);
    const { data, filters_applied } = body as { data: object[]; filters_applied: object };
    const alone = await Promise.all(numbers.map((number) => invoiceOf(partner, number)));
    expect(data).toEqual(alone.map(({ payments, payable, ...invoice }) => invoice));
    expect(filters_applied).toMatchObject({ sort: 'created_at', dir: 'asc', line_items: true });
    const plain = await partner.request(JSON_FILE, { query: { line_items: 'false', dir: 'asc' } });
    expect((plain.body as { data: object[] }).data).toEqual(invoicesIn(await list({ dir: 'asc' })).data);
    const none = await partner.request(JSON_FILE, { query: { status: 'void' } });
    expect(none.body).toMatchObject({ data: [], filters_applied: { status: 'void' } });
  });
});

describe(PDF, () => {
  test('is a PDF file', async () => {
    const { status, text, headers } = await partner.request(PDF, { params: { invoiceNumber: numbers[0] ?? '' } });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${numbers[0]}.pdf"`);
    expect(text).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  });
});

describe(GENERATE, () => {
  test('bills use that no invoice has yet: an invoice a currency', async () => {
    const fresh = await createPartner();
    await setBilling(fresh, { marketplace_customer_id: 'c-1', tax_rate: '0.2' });
    await reportUse(fresh, { quantity: '2.5', unit_price: '0.10' });
    await reportUse(fresh, { quantity: '3', unit_price: '5', currency: 'EUR' });
    const reply = await generate(MAY, fresh);
    expect(reply.status).toBe(201);
    const { data, meta } = read(reply, billedUsage.schema);
    expect(data).toMatchObject({
      invoice_number: meta.invoice_numbers[0],
      billing_type: 'marketplace_usage',
      status: 'open',
      currency: 'EUR',
      total_amount: 18,
      ...MAY,
      line_items: [{ description: 'calls', quantity: '3', unit_amount: 5, amount: 15, tax_amount: 3, ...MAY }],
    });
    expect(meta).toEqual({
      created: true,
      invoice_numbers: [expect.stringMatching(NUMBER), expect.stringMatching(NUMBER)],
    });
    expect(await invoiceOf(fresh, meta.invoice_numbers[1] ?? '')).toMatchObject({ currency: 'USD', total_amount: 0.3 });

    const again = read(await generate(MAY, fresh), billedUsage.schema);
    expect(again.meta).toEqual({ created: false, invoice_numbers: [] });
    expect(meta.invoice_numbers).toContain(again.data?.invoice_number);
    await reportUse(fresh);
    const late = read(await generate({ ...MAY, period_start: '2025-01-01' }, fresh), billedUsage.schema);
    expect(late).toMatchObject({ data: { total_amount: 1.2 }, meta: { created: true } });
  });

  test('bills the current month when no period is given, and finds nothing where there is nothing', async () => {
    const fresh = await createPartner();
    await setBilling(fresh, { marketplace_customer_id: 'c-2' });
    const nothing = await generate({}, fresh);
    expect(nothing.status).toBe(201);
    expect(nothing.body).toMatchObject({ data: null, meta: { created: false, invoice_numbers: [] } });
    await reportUse(fresh, { occurred_at: new Date().toISOString() });
    expect(read(await generate({}, fresh), billedUsage.schema).meta.created).toBe(true);
  });

  test('is for customers of the marketplace', async () => {
    expectError(await generate(MAY), 'FORBIDDEN');
    expectError(await generate({ period_start: 'x' }), 'FORBIDDEN');
  });

  test.each([
    [{ period_start: '2025-05-02', period_end: '2025-05-01' }, ['period_end']],
    [{ period_start: '2999-01-01' }, ['period_start']],
    [{ period_end: '2001-01-01' }, ['period_end']],
    [{ period_start: '2025-13-01', period_end: 7 }, ['period_start', 'period_end']],
  ])('refuses %p', async (body, fields) => {
    const fresh = await createPartner();
    await setBilling(fresh, { marketplace_customer_id: 'c-3' });
    expect(Object.keys(expectError(await generate(body, fresh), 'VALIDATION_ERROR'))).toEqual(fields);
  });
});

describe(CREDIT_NOTES, () => {
  test('are none where nothing was given back', async () => {
    const reply = await partner.request(CREDIT_NOTES, { params: { invoiceNumber: numbers[0] ?? '' } });
    expect(reply.body).toEqual({ data: [] });
  });
});

describe(VOID, () => {
  const voidInvoice = (of: Partner, invoiceNumber: string, body: object = {}) =>
    requestAsAdmin(VOID, { params: { partner_id: of.id, invoiceNumber }, body });

  test('voids an open invoice for good; nothing is outstanding, and no other invoice is made', async () => {
    const fresh = await createPartner();
    await reportOrder(fresh);
    const [number = ''] = await backfill(fresh);
    const reply = await voidInvoice(fresh, number, { reason: 'Wrong customer' });
    expect(reply.body).toMatchObject({ data: { invoice_number: number, status: 'void' } });
    expect((await voidInvoice(fresh, number)).status).toBe(200);
    expect(await backfill(fresh)).toEqual([]);
    const { data } = read(await fresh.request(SUMMARY), invoiceSummary.schema);
    expect(data.by_currency[0]).toMatchObject({ count: 1, outstanding: 0, by_status: [{ status: 'void', count: 1 }] });
  });

  test('knows the invoices of the partner that is named only', async () => {
    expectError(await voidInvoice(other, numbers[0] ?? ''), 'NOT_FOUND');
    expectError(await voidInvoice(partner, 'INV-2026-999999'), 'NOT_FOUND');
    expectError(await voidInvoice(partner, numbers[0] ?? '', { reason: 'x'.repeat(256) }), 'VALIDATION_ERROR');
  });
});
