import Big from 'big.js';
import { z } from 'zod';
import { usageResource } from '../../api/credits/resource.ts';
import { creditNotes } from '../../api/invoices/credit-note-resource.ts';
import { invoiceSummary } from '../../api/invoices/list-resource.ts';
import { invoiceDetailResource, paidInvoiceResource } from '../../api/invoices/resource.ts';
import { one } from '../../api/resource.ts';
import { readCsv } from '../environment/csv.ts';
import { type Member, type Members, NAMES, type Name } from './partners.ts';
import { ask, askOk, type World } from './world.ts';

/** The books of a partner as the API shows them, without numbers and ids, which differ where partners race. */
interface PartnerBooks {
  plan: string;
  credits: string;
  /** Each with its lines, payments and credit notes, by the day of its issue and then by text. */
  invoices: string[][];
  /** By currency. */
  summary: string[];
  /** Kinds and amounts, by text. */
  ledger: string[];
}

/** The books of the product. */
export interface Books {
  partners: Record<Name, PartnerBooks>;
  /** Of invoices and credit notes, by text. */
  numbers: string[];
  /** Balances of the accounts in the accounting exports of all months, by currency, without those of 0. */
  accounts: string[];
  /** What came at the receiver of webhooks: types of different events, by text. */
  events: string[];
}

/** Reads the books through the API. */
export async function readBooks(world: World, members: Members): Promise<Books> {
  const read = await Promise.all(NAMES.map(async (name) => [name, await booksOf(world, members[name])] as const));
  const events = new Map(world.receiver.received.map(({ id, body }) => [id, String(JSON.parse(String(body)).type)]));
  return {
    partners: Object.fromEntries(read.map(([name, { books }]) => [name, books])) as Books['partners'],
    numbers: read.flatMap(([, { numbers }]) => numbers).sort(),
    accounts: await accountsOf(world),
    events: [...events.values()].sort(),
  };
}

const MONTHS = ['2023-12', '2024-01', '2024-02', '2024-03', '2024-04'];

/** Adds up the journal; throws where the lines of a document do not come to 0. */
async function accountsOf(world: World): Promise<string[]> {
  const files = await Promise.all(
    MONTHS.map((month) => ask(world, null, 'GET /3pi-partners/accounting-export', { query: { month } })),
  );
  const accounts = new Map<string, Big>();
  const documents = new Map<string, Big>();
  const add = (sums: Map<string, Big>, key: string, amount: Big) => sums.set(key, amount.plus(sums.get(key) ?? 0));
  for (const { text } of files) {
    const [header = [], ...rows] = readCsv(text);
    for (const row of rows.filter(({ length }) => length > 1)) {
      const cell = (name: string) => row[header.indexOf(name)] ?? '';
      const amount = new Big(cell('debit')).minus(cell('credit'));
      add(accounts, `${cell('currency')} ${cell('account')}`, amount);
      add(documents, `${cell('document_kind')} ${cell('document')} ${cell('currency')}`, amount);
    }
  }
  const open = [...documents].filter(([, sum]) => !sum.eq(0));
  if (open.length > 0) throw new Error(`The journal is out of balance: ${JSON.stringify(open)}`);
  return [...accounts]
    .filter(([, sum]) => !sum.eq(0))
    .map(([account, sum]) => `${account}: ${sum}`)
    .sort();
}

const exportSchema = z.object({ data: z.array(invoiceDetailResource.schema) });
const partnerSchema = z.object({ data: z.object({ plan: z.string() }) });
const ledgerSchema = z.object({ data: z.array(z.object({ kind: z.string(), amount: z.int() })) });

async function booksOf(world: World, { id, key }: Member): Promise<{ books: PartnerBooks; numbers: string[] }> {
  const [{ data: exported }, { data: partner }, { data: entries }, { data: summary }, credits] = await Promise.all([
    askOk(world, key, 'GET /invoice-receipts/export/json', exportSchema, { query: { dir: 'asc' } }),
    askOk(world, null, `GET /3pi-partners/${id}`, partnerSchema),
    askOk(world, null, 'GET /3pi-partners/ledger-entries', ledgerSchema, { query: { partner_id: id, per_page: 100 } }),
    askOk(world, key, 'GET /invoice-receipts/summary', invoiceSummary.schema),
    creditsOf(world, { id, key }),
  ]);
  const invoices = await Promise.all(exported.map(({ invoice_number }) => invoiceOf(world, key, invoice_number)));
  return {
    books: {
      plan: partner.plan,
      credits,
      invoices: invoices.map(({ texts }) => texts).sort(byText),
      summary: summary.by_currency.map(
        ({ currency, count, total, paid, outstanding }) =>
          `${currency}: ${count} over ${total}, paid ${paid}, outstanding ${outstanding}`,
      ),
      ledger: entries.map(({ kind, amount }) => `${kind} ${amount}`).sort(),
    },
    numbers: invoices.flatMap(({ numbers }) => numbers),
  };
}

function byText(one: string[], other: string[]): number {
  return one.join('\n') < other.join('\n') ? -1 : 1;
}

/** An invoice as texts: itself, its lines, its payments, its credit notes. */
async function invoiceOf(world: World, key: string, number: string): Promise<{ texts: string[]; numbers: string[] }> {
  const [{ data: invoice }, { data: notes }] = await Promise.all([
    askOk(world, key, `GET /invoice-receipts/${number}`, one(paidInvoiceResource).schema),
    askOk(world, key, `GET /invoice-receipts/${number}/credit-notes`, creditNotes.schema),
  ]);
  const { subtotal, tax_amount, total_amount, amount_paid, amount_credited, amount_due, amount_overpaid } = invoice;
  const head = `${dayOf(invoice.issued_at)} ${invoice.billing_type} ${invoice.currency} ${subtotal} + ${tax_amount} = ${total_amount}`;
  const state = `${invoice.status}${invoice.overdue ? ' overdue' : ''} since ${dayOf(invoice.due_at)}`;
  return {
    texts: [
      `${head}, paid ${amount_paid}, credited ${amount_credited}, due ${amount_due}, too much ${amount_overpaid}: ${invoice.overdue ? state : `${invoice.status}, due by ${dayOf(invoice.due_at)}`}`,
      ...invoice.line_items.map((line) => {
        const tax = `${line.tax_category} ${line.tax_rate} ${line.tax_amount}`;
        const period = line.period_start === null ? '' : `, ${line.period_start} to ${line.period_end}`;
        return `${line.quantity} ${line.description} = ${line.amount}, ${tax}${period}`;
      }),
      ...invoice.payments.map(
        ({ kind, received_at, amount, balance }) => `${kind} ${dayOf(received_at)} ${amount}, then ${balance}`,
      ),
      ...notes.map((note) => `credit note ${dayOf(note.created_at)} ${note.amount}, tax ${note.tax_amount}`),
    ],
    numbers: [number, ...notes.map(({ credit_note_number }) => credit_note_number)],
  };
}

function dayOf(time: string | null): string {
  return time?.slice(0, 10) ?? '';
}

/** A partner's credits as a text. */
export async function creditsOf(world: World, { key }: Member): Promise<string> {
  const { data } = await askOk(world, key, 'GET /app/usage-data', one(usageResource).schema);
  const { balance, held, debt } = data.attributes.credits;
  return `${balance}, ${held} held, ${debt} owed`;
}

/** The partner's plan. */
export async function planOf(world: World, { id }: Member): Promise<string> {
  return (await askOk(world, null, `GET /3pi-partners/${id}`, partnerSchema)).data.plan;
}

/** States and open amounts of the partner's invoices of a type, newest first. */
export async function statesOf(world: World, { key }: Member, type: string): Promise<string[]> {
  const schema = z.object({
    data: z.array(invoiceDetailResource.schema.pick({ status: true, overdue: true, amount_due: true })),
  });
  const { data } = await askOk(world, key, 'GET /invoice-receipts', schema, { query: { type } });
  return data.map(({ status, overdue, amount_due }) => `${status}${overdue ? ', overdue' : ''}, due ${amount_due}`);
}

/** The number of the partner's newest invoice of a type, on a day of its issue where one is given. */
export async function numberOf(world: World, { key }: Member, type: string, day?: string): Promise<string> {
  const schema = z.object({ data: z.array(z.object({ invoice_number: z.string() })) });
  const query = { type, ...(day !== undefined && { start_date: day, end_date: day }) };
  const { data } = await askOk(world, key, 'GET /invoice-receipts', schema, { query });
  return data[0]?.invoice_number ?? '';
}

/** Why events of gateways were not applied. */
export async function refusedEvents(world: World, { id }: Member): Promise<(string | null)[]> {
  const schema = z.object({ data: z.array(z.object({ reason: z.string().nullable() })) });
  const query = { status: 'failed', partner_id: id };
  const { data } = await askOk(world, null, 'GET /3pi-partners/payment-events', schema, { query });
  return data.map(({ reason }) => reason);
}
