import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { billingIdentityResource } from '../../api/billing-identity/resource.ts';
import { one } from '../../api/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { backfill, invoiceOf, reportOrder, setBilling } from '../environment/invoices.ts';
import { createOauthClient, createUser, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const SHOW: RouteName = 'GET /app/billing-identity';
const UPDATE: RouteName = 'PATCH /app/billing-identity';

const NO_ADDRESS = { line1: null, line2: null, postal_code: null, city: null, region: null, country: null };

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

const identityOf = async (of: Partner) => {
  const reply = await of.request(SHOW);
  expect(reply.status).toBe(200);
  return read(reply, one(billingIdentityResource).schema).data;
};
const change = (of: Partner, body: object) => of.request(UPDATE, { body });

describe(SHOW, () => {
  test('is empty at first, with the usual terms', async () => {
    expect(await identityOf(await createPartner())).toMatchObject({
      type: 'billing_identity',
      attributes: {
        legal_name: null,
        address: NO_ADDRESS,
        tax_ids: [],
        email: null,
        purchase_order: null,
        language: null,
        payment_terms_days: 30,
        updated_at: null,
      },
    });
  });

  test('is for owners only', async () => {
    const admin = await signIn(await createOauthClient(partner.id), await createUser(partner.id, 'admin'));
    expectError(await partner.request(SHOW, { key: admin.access_token }), 'FORBIDDEN');
  });
});

describe(UPDATE, () => {
  test('changes what is sent, merges the address and clears with null', async () => {
    const own = await createPartner();
    const first = await change(own, {
      legal_name: 'Acme GmbH',
      address: { line1: 'Hauptstr. 1', city: 'Wien', country: 'AT' },
      tax_ids: [{ type: 'vat', value: 'atu 12345678' }],
      email: 'Billing@Acme.example',
      purchase_order: 'PO-7',
      language: 'de-AT',
    });
    expect(first.status).toBe(200);
    await change(own, { address: { line1: null, postal_code: '1010' }, purchase_order: null });
    expect((await identityOf(own)).attributes).toMatchObject({
      legal_name: 'Acme GmbH',
      address: { ...NO_ADDRESS, city: 'Wien', country: 'AT', postal_code: '1010' },
      tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
      email: 'billing@acme.example',
      purchase_order: null,
      language: 'de-AT',
    });
    await change(own, { address: null, tax_ids: null });
    expect((await identityOf(own)).attributes).toMatchObject({
      address: NO_ADDRESS,
      tax_ids: [],
      legal_name: 'Acme GmbH',
    });
    expect((await identityOf(partner)).attributes.legal_name).toBeNull();
  });

  test('writes nothing where nothing changes', async () => {
    const own = await createPartner();
    const written = () =>
      withDatabase(async (client) => {
        const { rows } = await client.query(
          `SELECT (SELECT count(*)::int FROM audit_log WHERE partner_id = $1 AND action = 'billing_identity.update') AS audited,
                  (SELECT count(*)::int FROM billing_identity WHERE partner_id = $1) AS kept`,
          [own.id],
        );
        return rows[0];
      });
    await change(own, { legal_name: null, address: {}, tax_ids: [] });
    expect(await written()).toEqual({ audited: 0, kept: 0 });
    await change(own, { legal_name: 'Acme' });
    const { updated_at } = (await identityOf(own)).attributes;
    await change(own, { legal_name: ' Acme ' });
    expect(await written()).toEqual({ audited: 1, kept: 1 });
    expect((await identityOf(own)).attributes.updated_at).toBe(updated_at);
  });

  test('concurrent changes of different fields are all kept', async () => {
    const own = await createPartner();
    const bodies = [
      { legal_name: 'Acme' },
      { purchase_order: 'PO-1' },
      { email: 'a@acme.example' },
      { address: { city: 'Wien' } },
      { address: { country: 'AT' } },
    ];
    const replies = await Promise.all(bodies.map((body) => change(own, body)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect((await identityOf(own)).attributes).toMatchObject({
      legal_name: 'Acme',
      purchase_order: 'PO-1',
      email: 'a@acme.example',
      address: { ...NO_ADDRESS, city: 'Wien', country: 'AT' },
    });
  });

  test.each<[object, string]>([
    [{ legal_name: 'x'.repeat(256) }, 'legal_name'],
    [{ address: { country: 'XX' } }, 'address.country'],
    [{ address: { line1: 'x'.repeat(256) } }, 'address.line1'],
    [{ address: 'Wien' }, 'address'],
    [{ tax_ids: [{ type: 'xx', value: '1' }] }, 'tax_ids.0.type'],
    [{ tax_ids: [{ type: 'eu_vat', value: 'DE1' }] }, 'tax_ids.0.value'],
    [{ email: 'nobody' }, 'email'],
    [{ purchase_order: 'x'.repeat(121) }, 'purchase_order'],
    [{ purchase_order: 'PO-7\nPO-8' }, 'purchase_order'],
    [{ legal_name: 'A\u2028B' }, 'legal_name'],
    [{ address: { city: 'A\tB' } }, 'address.city'],
    [{ language: 'de_DE' }, 'language'],
  ])('refuses %j', async (body, field) => {
    const details = expectError(await change(partner, body), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual([field]);
  });

  test('the payment terms are the administrator’s', async () => {
    const own = await createPartner();
    await change(own, { payment_terms_days: 3 });
    expect((await identityOf(own)).attributes.payment_terms_days).toBe(30);
    await setBilling(own, { payment_terms_days: 14 });
    expect((await identityOf(own)).attributes.payment_terms_days).toBe(14);
    const refused = await requestAsAdmin('PATCH /3pi-partners/{partner_id}', {
      params: { partner_id: own.id },
      body: { payment_terms_days: 366 },
    });
    expectError(refused, 'VALIDATION_ERROR');
  });
});

test('an invoice has its parties as they were at its issue, and is due by the partner’s terms', async () => {
  const own = await createPartner();
  await setBilling(own, { payment_terms_days: 0 });
  await change(own, { legal_name: 'Acme GmbH', address: { country: 'AT' }, purchase_order: 'PO-1' });
  await reportOrder(own);
  const [number = ''] = await backfill(own);
  await change(own, { legal_name: 'Other GmbH', purchase_order: null });
  const invoice = await invoiceOf(own, number);
  expect(invoice).toMatchObject({
    seller: { name: 'Marketwright Example GmbH', address: { country: 'DE' }, bank: { iban: 'DE89370400440532013000' } },
    buyer: { legal_name: 'Acme GmbH', address: { ...NO_ADDRESS, country: 'AT' }, purchase_order: 'PO-1' },
  });
  expect(invoice.due_at).toBe(invoice.issued_at);
  const exported = await own.request('GET /invoice-receipts/export/json');
  expect(exported.body).toMatchObject({ data: [{ buyer: { legal_name: 'Acme GmbH' } }] });
});

test('the tax of an invoice is the partner’s rate, or none with the reason of its exemption', async () => {
  const own = await createPartner();
  await setBilling(own, { tax_rate: '0.19' });
  await reportOrder(own);
  await backfill(own);
  const both = await requestAsAdmin('PATCH /3pi-partners/{partner_id}', {
    params: { partner_id: own.id },
    body: { tax_exemption_reason: 'Public body' },
  });
  expect(expectError(both, 'VALIDATION_ERROR')).toHaveProperty('tax_exemption_reason');
  await setBilling(own, { tax_rate: null, tax_exemption_reason: 'Public body' });
  await reportOrder(own);
  await backfill(own);
  const { body } = await own.request('GET /invoice-receipts/export/json', { query: { dir: 'asc' } });
  expect(body).toMatchObject({
    data: [
      {
        tax_totals: [{ rate: '0.19', category: 'S', taxable: 49.9, tax: 9.48, reason: null }],
        line_items: [{ tax_category: 'S', tax_reason: null, tax_amount: 9.48 }],
      },
      {
        tax_totals: [{ rate: '0', category: 'E', taxable: 49.9, tax: 0, reason: 'Public body' }],
        line_items: [{ tax_category: 'E', tax_reason: 'Public body', tax_amount: 0 }],
      },
    ],
  });
});

describe('GET /invoice-receipts/{invoiceNumber}/xml', () => {
  const XML: RouteName = 'GET /invoice-receipts/{invoiceNumber}/xml';

  test('is the invoice with both parties, once the buyer has a country', async () => {
    const own = await createPartner();
    await setBilling(own, { tax_rate: '0.19' });
    await reportOrder(own);
    const [early = ''] = await backfill(own);
    const refused = await own.request(XML, { params: { invoiceNumber: early } });
    expect(expectError(refused, 'PRECONDITION_FAILED')).toEqual({ 'buyer.address.country': [expect.any(String)] });
    await change(own, { legal_name: 'Käufer & Söhne', address: { country: 'AT' } });
    await reportOrder(own);
    const [invoiceNumber = ''] = await backfill(own);
    const reply = await own.request(XML, { params: { invoiceNumber } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toMatch(/^application\/xml/);
    expect(reply.headers.get('Content-Disposition')).toBe(`attachment; filename="${invoiceNumber}.xml"`);
    const $ = load(reply.text, { xml: true });
    expect($('cac\\:AccountingCustomerParty cbc\\:RegistrationName').text()).toBe('Käufer & Söhne');
    expect($('cbc\\:TaxInclusiveAmount').text()).toBe('59.38');
  });

  test('is refused for a voided invoice, whose document would ask for its amount', async () => {
    const own = await createPartner();
    await change(own, { legal_name: 'Buyer', address: { country: 'AT' } });
    await reportOrder(own);
    const [invoiceNumber = ''] = await backfill(own);
    const params = { partner_id: own.id, invoiceNumber };
    await requestAsAdmin('POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/void', { params, body: {} });
    const refused = await own.request(XML, { params: { invoiceNumber } });
    expect(expectError(refused, 'PRECONDITION_FAILED')).toEqual({ status: ['The invoice is voided.'] });
  });
});
