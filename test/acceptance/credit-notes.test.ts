import { beforeAll, expect, test } from '@jest/globals';
import { creditNoteDetail, creditNoteResource } from '../../api/invoices/credit-note-resource.ts';
import { one, page } from '../../api/resource.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { backfill, invoiceOf, reportOrder } from '../environment/invoices.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const CREDIT: RouteName = 'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/credit-notes';
const LIST: RouteName = 'GET /invoice-receipts/credit-notes';
const SHOW: RouteName = 'GET /invoice-receipts/credit-notes/{creditNoteNumber}';
const XML: RouteName = 'GET /invoice-receipts/credit-notes/{creditNoteNumber}/xml';
const PDF: RouteName = 'GET /invoice-receipts/credit-notes/{creditNoteNumber}/pdf';

let partner: Partner;
let invoiceNumber: string;
beforeAll(async () => {
  partner = await createPartner();
  await reportOrder(partner);
  const [made = ''] = await backfill(partner);
  invoiceNumber = made;
});

const credit = (body: object, headers: Record<string, string> = {}) =>
  requestAsAdmin(CREDIT, { params: { partner_id: partner.id, invoiceNumber }, body, headers });
const show = (creditNoteNumber: string) => partner.request(SHOW, { params: { creditNoteNumber } });

test('an open invoice is credited once for a repeated request; the partner reads, lists and downloads the note', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const body = { amount: '9.90', reason: 'Agreed by phone' };
  const { data } = read(await credit(body, key), one(creditNoteDetail).schema);
  expect(data).toMatchObject({
    invoice_number: invoiceNumber,
    amount: 9.9,
    reason: 'Agreed by phone',
    origin: 'administrator',
  });
  const repeated = await credit(body, key);
  expect([repeated.status, repeated.body]).toEqual([201, { data }]);

  const { data: shown } = read(await show(data.credit_note_number), one(creditNoteDetail).schema);
  expect(shown).toEqual(data);
  expect(shown.line_items).toMatchObject([{ position: 1, invoice_position: null, amount: 9.9 }]);
  const reply = await partner.request(LIST, { query: { invoice_number: invoiceNumber } });
  const list = read(reply, page(creditNoteResource).schema);
  expect(list).toMatchObject({ data: [{ credit_note_number: data.credit_note_number }], meta: { total: 1 } });

  const invoice = await invoiceOf(partner, invoiceNumber);
  expect(invoice).toMatchObject({ status: 'open', amount_credited: 9.9, amount_due: 40 });
  expect([shown.seller, shown.buyer, shown.billing_name]).toEqual([
    invoice.seller,
    invoice.buyer,
    invoice.billing_name,
  ]);

  const file = await partner.request(PDF, { params: { creditNoteNumber: data.credit_note_number } });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${data.credit_note_number}.pdf"`);
  expect(file.text.slice(0, 5)).toBe('%PDF-');
  // Nobody has said where the buyer is.
  const xml = await partner.request(XML, { params: { creditNoteNumber: data.credit_note_number } });
  expect(expectError(xml, 'PRECONDITION_FAILED')).toHaveProperty(['buyer.address.country']);
});

test('the list is sorted and filtered', async () => {
  read(await credit({ lines: [{ position: 1, amount: 5 }], reason: 'One line' }), one(creditNoteDetail).schema);
  const numbers = async (query: Record<string, string | number>) => {
    const { data } = read(await partner.request(LIST, { query }), page(creditNoteResource).schema);
    return data.map(({ amount }) => amount);
  };
  expect(await numbers({ sort: 'total_amount', dir: 'asc' })).toEqual([5, 9.9]);
  expect(await numbers({})).toEqual([5, 9.9]);
  expect(await numbers({ per_page: 1, page: 2 })).toEqual([9.9]);
  expect(await numbers({ type: 'demo' })).toEqual([]);
  expect(await numbers({ end_date: '2020-01-01' })).toEqual([]);
});

test('exports have credit notes on request, and are as before without', async () => {
  const json = async (query: Record<string, string>) =>
    (await partner.request('GET /invoice-receipts/export/json', { query })).body as Record<string, object[]>;
  expect(Object.keys(await json({}))).toEqual(['data', 'filters_applied']);
  const file = await json({ credit_notes: 'true' });
  expect(file['data']).toHaveLength(1);
  expect(file['credit_notes']).toMatchObject([{ amount: 9.9, invoice_number: invoiceNumber }, { amount: 5 }]);
  const csv = async (query: Record<string, string>) =>
    (await partner.request('GET /invoice-receipts/export/csv', { query })).text.trimEnd().split('\r\n');
  const [released = '', ...plain] = await csv({ line_items: 'false' });
  expect(plain).toHaveLength(1);
  const [head = '', ...rows] = await csv({ line_items: 'false', credit_notes: 'true' });
  expect(head).toBe(`${released},document_type,credit_note_number,credit_note_reason`);
  const totals = rows.map((row) => row.split(',')[head.split(',').indexOf('total_amount')]);
  expect(totals).toEqual(['49.90', '9.90', '5.00']);
  expect(rows.every((row) => row.split(',').length === head.split(',').length)).toBe(true);
});

test('more than is left, and what is not there, is refused', async () => {
  expectError(await credit({ amount: '49.90', reason: 'x' }), 'CONFLICT');
  expectError(await credit({ amount: '1', lines: [{ position: 1 }], reason: 'x' }), 'VALIDATION_ERROR');
  expectError(await show('CN-2026-999999'), 'NOT_FOUND');
  expectError(
    await partner.request(CREDIT, { params: { partner_id: partner.id, invoiceNumber }, body: { reason: 'x' } }),
    'FORBIDDEN',
  );
});
