import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, expectAccessible, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { backfill, invoiceOf, reportOrder } from '../environment/invoices.ts';
import { createUser } from '../environment/oauth.ts';
import { usageOf } from '../environment/partners.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** The page of the sandbox gateway is of another origin. */
async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/asked http:\/\/127\.0\.0\.1:\d+\/pay\?/);
  return visitor;
}

const balance = async () => (await usageOf(partner)).credits.balance;
const atGateway = (page: Page) => page.getByRole('heading', { name: 'Sandbox payment' }).waitFor();
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('credits are bought, found again on the way back, and granted once', async () => {
  const visitor = await arrive();
  const page = await visitor.open('/', person);
  const before = await balance();
  await page.getByRole('link', { name: 'Credits and plan' }).click();
  await page.getByRole('button', { name: 'Buy 1,000 credits for US$20.00' }).click();
  await atGateway(page);
  const gateway = page.url();
  await choose(page, 'Pay; the gateway reports it later');
  await page.getByText('Waiting for the payment provider').waitFor();
  expect(await balance()).toBe(before);
  await page.getByText('Paid. Thank you!').waitFor();
  expect(await balance()).toBe(before + 1_000);

  // Paying again on the same page changes nothing.
  await page.goto(gateway);
  await atGateway(page);
  await choose(page, 'Pay');
  await page.getByText('Paid. Thank you!').waitFor();
  expect(await balance()).toBe(before + 1_000);
  await page.getByRole('link', { name: 'Back to credits and plan' }).click();
  await page
    .getByText((before + 1_000).toLocaleString('en-GB'))
    .first()
    .waitFor();
  await visitor.leave();
});

test('a payment that is declined or cancelled changes nothing, and can be taken up again', async () => {
  const visitor = await arrive();
  // What a declined payment is answered with.
  visitor.expectRefusal(/status of 402/);
  const page = await visitor.open('/credits', person);
  const before = await balance();
  await page.getByRole('button', { name: 'Buy 5,000 credits for US$90.00' }).click();
  await atGateway(page);
  await choose(page, 'Let the payment fail');
  await page.getByText('The payment was declined').waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Nothing was paid', { exact: true }).waitFor();
  expect(await balance()).toBe(before);
  await page.getByRole('link', { name: 'Back to the payment page' }).click();
  await atGateway(page);
  await choose(page, 'Pay');
  await page.getByText('Paid. Thank you!').waitFor();
  expect(await balance()).toBe(before + 5_000);
  await visitor.leave();
});

test('an open invoice is paid, from two tabs once', async () => {
  await reportOrder(partner, { billing_type: 'marketplace_usage' });
  const [number = ''] = await backfill(partner);
  const visitor = await arrive();
  const first = await visitor.open(`/invoices/${number}`, person);
  const second = await visitor.open(`/invoices/${number}`, person);
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Pay' }).click();
    await atGateway(page);
  }
  expect(new URL(first.url()).searchParams.get('payment')).toBe(new URL(second.url()).searchParams.get('payment'));
  for (const page of [first, second]) {
    await choose(page, 'Pay');
    await page.getByText('Paid. Thank you!').waitFor();
  }
  expect(await invoiceOf(partner, number)).toMatchObject({ status: 'paid', amount_due: 0, amount_overpaid: 0 });
  await first.goto(addressOf(`/invoices/${number}`));
  await first.getByRole('button', { name: 'Download PDF' }).waitFor();
  expect(await first.getByRole('button', { name: 'Pay' }).count()).toBe(0);
  await visitor.leave();
});

test('a plan is chosen by the keyboard', async () => {
  const visitor = await arrive();
  const page = await visitor.open('/credits', person);
  await page.getByRole('button', { name: 'Choose the plan Business' }).focus();
  await page.keyboard.press('Enter');
  await atGateway(page);
  await choose(page, 'Pay');
  await page.getByText('Paid. Thank you!').waitFor();
  expect((await usageOf(partner)).plan).toBe('business');
  await page.getByRole('link', { name: 'Back to credits and plan' }).click();
  await page
    .getByRole('row', { name: /Business/ })
    .getByText('Your plan')
    .waitFor();
  await visitor.leave();
});

test('an owner sets the warning, and everyone who sees bills is warned', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/credits', person);
  await page.getByLabel('Warn when fewer are left than').fill('900000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your credits are running low').waitFor();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByText('Fewer than 900,000 credits are left').waitFor();
  const analyst = await Visitor.arrive(browser);
  const other = await analyst.open('/credits', await createUser(partner.id, 'analyst'));
  await other.getByText('Your credits are running low').waitFor();
  await other.getByText('Owners buy credits and plans').waitFor();
  expect(await other.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
  await analyst.leave();
  await visitor.leave();
});

test('the views keep to WCAG 2.2 AA in light and dark, and fit 360 px, also in German', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/credits', person);
  await settled(page);
  await page.getByRole('region', { name: 'Tarife' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  const reply = await partner.request('POST /app/checkout', { body: { item: 'credits-25000-40000-usd' } });
  const { id } = (reply.body as { data: { id: number } }).data;
  await page.goto(addressOf(`/credits/checkout/${id}?cancelled=true`));
  await page.getByText('Es wurde nichts bezahlt').waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});
