import { expect } from '@jest/globals';
import type { z } from 'zod';
import { backfillOutcome } from '../../api/invoices/job-resource.ts';
import { invoicePage } from '../../api/invoices/list-resource.ts';
import { paidInvoiceResource } from '../../api/invoices/resource.ts';
import { one } from '../../api/resource.ts';
import { type Reply, read } from './http.ts';
import { type Partner, requestAsAdmin } from './partners.ts';

/** An invoice with its lines, as the API gives it. */
export type Invoice = z.output<typeof paidInvoiceResource.schema>;

let reported = 0;

/** Reports an order of the partner, by default over 49.90 EUR. */
export async function reportOrder({ id }: Partner, order: object = {}): Promise<string> {
  reported += 1;
  const reference = `order-${reported}`;
  const body = {
    billing_type: 'token_pack',
    amount: '49.90',
    currency: 'EUR',
    description: 'Credits',
    reference,
    ...order,
  };
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/orders', { params: { partner_id: id }, body });
  expect(reply.status).toBe(201);
  return reference;
}

/** Reports use of the partner in May 2025, by default at a dollar. */
export async function reportUse({ id }: Partner, use: object = {}): Promise<void> {
  const record = {
    dimension: 'calls',
    quantity: '1',
    unit_price: '1',
    currency: 'USD',
    occurred_at: '2025-05-03T12:00:00Z',
  };
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/usage-records', {
    params: { partner_id: id },
    body: { ...record, ...use },
  });
  expect(reply.status).toBe(201);
}

/** Changes what stands on the partner's invoices. */
export async function setBilling({ id }: Partner, body: object): Promise<void> {
  const reply = await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params: { partner_id: id }, body });
  expect(reply.status).toBe(200);
}

/** Makes invoices for the partner's orders; returns their numbers. */
export async function backfill(partner: Partner, limit?: number): Promise<string[]> {
  const reply = await partner.request('POST /invoice-receipts/backfill', {
    body: limit === undefined ? {} : { limit },
  });
  expect(reply.status).toBe(200);
  return read(reply, backfillOutcome.schema).invoice_numbers;
}

/** The partner's invoice. */
export async function invoiceOf(partner: Partner, invoiceNumber: string): Promise<Invoice> {
  const reply = await partner.request('GET /invoice-receipts/{invoiceNumber}', { params: { invoiceNumber } });
  expect(reply.status).toBe(200);
  return read(reply, one(paidInvoiceResource).schema).data;
}

/** A page of the list. */
export function invoicesIn(reply: Reply): z.output<typeof invoicePage.schema> {
  expect(reply.status).toBe(200);
  return read(reply, invoicePage.schema);
}
