import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { load } from 'cheerio';
import { journalAsCsv } from '../../api/bookkeeping/journal-file.ts';
import { invoicesArea } from '../../api/invoices/area.ts';
import { creditNotes } from '../../api/invoices/credit-note-resource.ts';
import { invoiceSummary } from '../../api/invoices/list-resource.ts';
import { exportJournal } from '../../domain/bookkeeping/operations/export-journal.ts';
import { taxRulesFile } from '../../domain/invoices/tax-rules.ts';
import { type Invoicing, NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { findDifferences } from '../../domain/reconciliation/comparison-store.ts';
import { readPdf } from '../../infra/documents/formats/pdf.ts';
import { readCsv } from '../environment/csv.ts';
import { startTestEdge, type TestEdge } from '../environment/edge.ts';
import type { Invoice } from '../environment/invoices.ts';
import { startTestService, type TestService } from '../environment/service.ts';
import { waitUntil } from '../environment/wait-until.ts';
import {
  type Currency,
  decimalOf,
  decimalOfMillionths,
  type ExpectedInvoice,
  fitsStandard,
  linesByKind,
  minorOf,
  monthOf,
  type Standing,
  sum,
  TAX_RULES,
  taxCredited,
} from './month.ts';
import { type PlayedMonth, play } from './play.ts';

/** `npm run fuzz -- books` plays 2,000. */
const MONTHS = Number(process.env['BOOKS_MONTHS'] ?? 60);
const FIRST_SEED = Number(process.env['BOOKS_SEED'] ?? 1);
/** Of so many months one has its files drawn, since that takes a process each. */
const MONTHS_PER_PDF = 6;
const AT_ONCE = 4;
/** Of so many months one is followed by what autovacuum would do on a server: the statistics are brought up to date. */
const MONTHS_PER_ANALYZE = 50;

jest.setTimeout(60_000 + MONTHS * 5_000);

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  service.setClock(new Date('2031-06-04T01:00:00Z'));
  edge = await startTestEdge(service, invoicesArea.routes);
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

const SELLER: Invoicing['seller'] = {
  name: 'Seller GmbH',
  address: { line1: 'Ring 1', line2: null, postal_code: '10115', city: 'Berlin', region: null, country: 'DE' },
  tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
  register: null,
  email: null,
  bank: null,
  footer: null,
  sentences: [],
};
const invoicing = (rounding: 'line' | 'invoice'): Invoicing => ({
  ...NO_INVOICING,
  seller: SELLER,
  tax: taxRulesFile.parse({ ...TAX_RULES, rounding }),
});
const INVOICINGS = { line: invoicing('line'), invoice: invoicing('invoice') };

type Books = ExpectedInvoice & Standing;

/** All sums of an invoice in one form, in minor units. */
interface Figures {
  number: string;
  status: string;
  currency: string;
  net: bigint;
  tax: bigint;
  total: bigint;
  paid: bigint;
  credited: bigint;
  due: bigint;
  overpaid: bigint;
  lines: [net: bigint, tax: bigint][];
}

function expectedFigures({ invoices }: PlayedMonth): Figures[] {
  return [...invoices].map(([number, { status, currency, net, tax, total, paid, credited, due, overpaid, lines }]) => {
    const amounts = { net, tax, total, paid, credited, due, overpaid };
    return { number, status, currency, ...amounts, lines: lines.map((line) => [line.net, line.tax]) };
  });
}

const byNumber = (one: Figures, other: Figures) => (one.number < other.number ? -1 : 1);

function figuresOfJson(invoice: Invoice): Figures {
  const currency = invoice.currency as Currency;
  const minor = (value: number) => minorOf(String(value), currency);
  return {
    number: invoice.invoice_number,
    status: invoice.status,
    currency,
    net: minor(invoice.subtotal),
    tax: minor(invoice.tax_amount),
    total: minor(invoice.total_amount),
    paid: minor(invoice.amount_paid),
    credited: minor(invoice.amount_credited),
    due: minor(invoice.amount_due),
    overpaid: minor(invoice.amount_overpaid),
    lines: invoice.line_items.map(({ amount, tax_amount }) => [minor(amount), minor(tax_amount)]),
  };
}

function figuresOfCsv(file: string): Figures[] {
  const [head = [], ...rows] = readCsv(file);
  const records = rows
    .filter((row) => row.length > 1)
    .map((row) => new Map(head.map((name, index) => [name, row[index] ?? ''])));
  const byInvoice = Map.groupBy(records, (record) => record.get('invoice_number') ?? '');
  return [...byInvoice].map(([number, lines]) => {
    const cell = (name: string, record = lines[0]) => record?.get(name) ?? '';
    const currency = cell('currency') as Currency;
    const minor = (name: string, record = lines[0]) => minorOf(cell(name, record), currency);
    return {
      number,
      status: cell('status'),
      currency,
      net: minor('subtotal'),
      tax: minor('tax_amount'),
      total: minor('total_amount'),
      paid: minor('amount_paid'),
      credited: minor('amount_credited'),
      due: minor('amount_due'),
      overpaid: minor('amount_overpaid'),
      lines: lines.map((line) => [minor('line_amount', line), minor('line_tax_amount', line)]),
    };
  });
}

function expectTaxTotals(invoice: Invoice, books: Books): void {
  const expected = linesByKind(books.lines).map((lines) => ({
    rate: String(Number(decimalOfMillionths(lines[0]?.kind.rate ?? 0n))),
    category: lines[0]?.kind.category,
    taxable: Number(
      decimalOf(
        sum(lines, ({ net }) => net),
        books.currency,
      ),
    ),
    tax: Number(
      decimalOf(
        sum(lines, ({ tax }) => tax),
        books.currency,
      ),
    ),
    reason: lines[0]?.kind.reason ?? null,
  }));
  expect(invoice.tax_totals).toEqual(expected);
}

/** What the summary must be, of all invoices of the month. */
function expectedSummary({ invoices }: PlayedMonth) {
  const byCurrency = [...Map.groupBy(invoices.values(), ({ currency }) => currency)];
  return byCurrency
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => ({
      currency,
      count: of.length,
      total: Number(
        decimalOf(
          sum(of, ({ total }) => total),
          currency,
        ),
      ),
      paid: Number(
        decimalOf(
          sum(of, ({ kept }) => kept),
          currency,
        ),
      ),
      outstanding: Number(
        decimalOf(
          sum(of, ({ due }) => due),
          currency,
        ),
      ),
    }));
}

function expectXml(xml: string, { currency, net, tax, total, lines }: Books): void {
  const $ = load(xml, { xml: true });
  const minor = (path: string) => minorOf($(path.replaceAll(':', '\\:')).first().text(), currency);
  const each = (path: string) =>
    $(path.replaceAll(':', '\\:'))
      .toArray()
      .map((node) => minorOf($(node).text(), currency));
  expect({
    net: minor('cac:LegalMonetaryTotal > cbc:TaxExclusiveAmount'),
    tax: minor('Invoice > cac:TaxTotal > cbc:TaxAmount'),
    total: minor('cac:LegalMonetaryTotal > cbc:TaxInclusiveAmount'),
    lines: each('cac:InvoiceLine > cbc:LineExtensionAmount'),
    taxes: sum(each('cac:TaxSubtotal > cbc:TaxAmount'), (amount) => amount),
    taxable: sum(each('cac:TaxSubtotal > cbc:TaxableAmount'), (amount) => amount),
  }).toEqual({ net, tax, total, lines: lines.map((line) => line.net), taxes: tax, taxable: net });
}

async function expectPdf(pdf: Buffer, books: Books): Promise<void> {
  const { sections: pages } = await readPdf(pdf);
  const numbers = pages.flatMap(({ text }) => text.match(/\d[\d.,]*/g) ?? []).map((text) => text.replaceAll(',', ''));
  const { net, total, paid, credited, overpaid, lines } = books;
  const taxes = linesByKind(books.lines).map((of) => sum(of, ({ tax }) => tax));
  const shown = [net, total, paid, credited, overpaid, ...lines.map((line) => line.net), ...taxes];
  for (const minor of shown) if (minor > 0n) expect(numbers).toContain(decimalOf(minor, books.currency));
}

async function expectEqual(played: PlayedMonth, withPdf: boolean): Promise<void> {
  const { key, invoices } = played;
  const ask = (path: string) => edge.request(`/api/v1/invoice-receipts${path}`, { key });
  const figures = expectedFigures(played).sort(byNumber);
  const json: Invoice[] = (await ask('/export/json')).body.data;
  expect(json.map(figuresOfJson).sort(byNumber)).toEqual(figures);
  expect(figuresOfCsv((await ask('/export/csv')).text).sort(byNumber)).toEqual(figures);
  const { data } = invoiceSummary.schema.parse((await ask('/summary')).body);
  expect(data.by_currency.map(({ by_type: _, by_status: __, ...sums }) => sums)).toEqual(expectedSummary(played));
  for (const [number, books] of invoices) {
    const invoice = json.find(({ invoice_number }) => invoice_number === number);
    if (!invoice) throw new Error(`${number} is not in the export.`);
    expectTaxTotals(invoice, books);
    const notes = creditNotes.schema.parse((await ask(`/${number}/credit-notes`)).body).data;
    const noted = (of: 'amount' | 'tax_amount') => sum(notes, (note) => minorOf(String(note[of]), books.currency));
    expect({ amount: noted('amount'), tax: noted('tax_amount') }).toEqual({
      amount: books.credited,
      tax: taxCredited(books, books.credits),
    });
    const xml = await ask(`/${number}/xml`);
    const isPossible = fitsStandard(books) && books.status !== 'void';
    expect({ number, status: xml.status }).toEqual({ number, status: isPossible ? 200 : 412 });
    if (xml.status === 200) expectXml(xml.text, books);
  }
  const [first] = invoices;
  if (!withPdf || !first) return;
  const [number, books] = first;
  const file = await waitUntil(
    'the PDF, for which a busy service asks to come back',
    () =>
      fetch(`${edge.origin}/api/v1/invoice-receipts/${number}/pdf`, { headers: { Authorization: `Bearer ${key}` } }),
    ({ status }) => status !== 503,
  );
  expect(file.status).toBe(200);
  await expectPdf(Buffer.from(await file.arrayBuffer()), books);
}

/** What the month's invoices come to on the accounts of the journal, debit less credit, by partner and currency. */
function expectedAccounts({ partnerId, invoices }: PlayedMonth): [string, bigint][] {
  const ofCurrencies = Map.groupBy(invoices.values(), ({ currency }) => currency);
  return [...ofCurrencies].flatMap(([currency, of]) => {
    const valid = of.filter(({ status }) => status !== 'void');
    const taxBack = sum(valid, (books) => taxCredited(books, books.credits));
    const accounts = {
      receivables: sum(of, ({ due }) => due),
      overpayments: -sum(of, ({ overpaid }) => overpaid),
      clearing: sum(of, ({ kept }) => kept),
      revenue: -sum(valid, ({ net, credited }) => net - credited) - taxBack,
      tax: taxBack - sum(valid, ({ tax }) => tax),
    };
    return Object.entries(accounts).map(([name, amount]): [string, bigint] => [
      `${partnerId} ${currency} ${name}`,
      amount,
    ]);
  });
}

/** The sums of the journal of June, in which all was issued, paid and voided: each of its documents comes to 0. */
async function accountsOfJournal(): Promise<Map<string, bigint>> {
  const journal = await service.run(service.admin, exportJournal, { input: { month: '2031-06' } });
  let file = '';
  for await (const text of journalAsCsv(journal, { call: service.admin })) file += text;
  const [head = [], ...rows] = readCsv(file);
  const [accounts, documents] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (sums: Map<string, bigint>, name: string, amount: bigint) =>
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const row of rows.filter(({ length }) => length > 1)) {
    const cell = (name: string) => row[head.indexOf(name)] ?? '';
    const currency = cell('currency') as Currency;
    const amount = minorOf(cell('debit'), currency) - minorOf(cell('credit'), currency);
    add(documents, `${cell('document_kind')} ${cell('document')}`, amount);
    add(accounts, `${cell('partner_id')} ${currency} ${cell('account')}`, amount);
  }
  expect([...documents].filter(([, amount]) => amount !== 0n)).toEqual([]);
  return accounts;
}

test(`the sums of ${MONTHS} generated months are the same everywhere, and what a model of their own says`, async () => {
  const seeds = Array.from({ length: MONTHS }, (_, index) => FIRST_SEED + index).values();
  const accounts: [string, bigint][] = [];
  let invoiceCount = 0;
  const worker = async () => {
    for (const seed of seeds) {
      const month = monthOf(seed);
      try {
        if ((seed - FIRST_SEED) % MONTHS_PER_ANALYZE === 1) await service.dataSource.query('ANALYZE');
        const played = await play(service, INVOICINGS[month.roundsByInvoice ? 'invoice' : 'line'], month);
        await expectEqual(played, seed % MONTHS_PER_PDF === 0);
        invoiceCount += played.invoices.size;
        accounts.push(...expectedAccounts(played));
      } catch (error) {
        throw new Error(
          `Seed ${seed}, ${JSON.stringify(month, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
          {
            cause: error,
          },
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(invoiceCount).toBeGreaterThan(MONTHS);
  const isBooked = ([, amount]: [string, bigint]) => amount !== 0n;
  const booked = [...(await accountsOfJournal())].filter(isBooked);
  expect(new Map(booked)).toEqual(new Map(accounts.filter(isBooked)));
  expect(await findDifferences(service.dataSource.manager, new Date('2031-06-01T00:00:00Z'))).toEqual([]);
});
