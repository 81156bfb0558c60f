import { describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { brandVoiceIn, createBrandVoice } from '../environment/brand-voices.ts';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';

jest.setTimeout(240_000);

const PRODUCT = { name: 'Stock Pilot', description: 'Orders by itself.', key_features: ['Forecasts per shelf'] };

const { browser, partner, person } = await openConsole({ credits: 1_000 });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Gives entries one after the other, by keyboard. */
async function enter(page: Page, name: string, entries: readonly string[]): Promise<void> {
  for (const entry of entries) {
    await page.getByRole('combobox', { name }).fill(entry);
    await page.getByRole('combobox', { name }).press('Enter');
  }
}

/** A brand voice as the API has it. */
async function voiceOf(id: number) {
  const reply = await partner.request('GET /content-workflow/brand-voices/{id}', { params: { id } });
  return brandVoiceIn(reply).attributes;
}

test('a brand voice is made with a product, changed, chosen for a text, and deleted', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/brand-voices', person);
  await settled(page);
  await page.getByText('No brand voices').waitFor();
  await page.getByRole('link', { name: 'New brand voice' }).click();
  await field(page, 'Name').fill('Acme Cloud');
  await field(page, 'Tone').fill('Warm and exact');
  await enter(page, 'What texts should do', ['Give one number, at most two', 'Name the customer']);
  await enter(page, 'What texts must not say', ['world-class']);
  await page.getByRole('button', { name: 'Add a product' }).click();
  const product = page.getByRole('group', { name: 'Product 1' });
  await product.getByLabel('Product name').fill(PRODUCT.name);
  await product.getByLabel('What it does').fill(PRODUCT.description);
  await enter(page, 'Key features', PRODUCT.key_features);
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.waitForURL(/\/brand-voices\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const made = await voiceOf(id);
  expect(made).toMatchObject({
    name: 'Acme Cloud',
    tone: 'Warm and exact',
    dos: ['Give one number, at most two', 'Name the customer'],
    donts: ['world-class'],
    products: [PRODUCT],
  });
  await page.getByRole('heading', { level: 1, name: 'Acme Cloud' }).waitFor();
  await field(page, 'Name').fill('Acme Retail Cloud');
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('group', { name: 'Product 2' }).getByLabel('Product name').fill('Shelf Watch');
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Brand voice saved.').waitFor();
  const changed = await voiceOf(id);
  expect(changed.products).toEqual([made.products[0], expect.objectContaining({ name: 'Shelf Watch' })]);
  await page.getByRole('main').getByRole('link', { name: 'Brand voices' }).click();
  await page.getByRole('row', { name: /Acme Retail Cloud.*2 products/ }).waitFor();
  await page.goto(addressOf('/writer/post_generator'));
  await page.getByLabel('Brand voice').selectOption('Acme Retail Cloud');
  await page.getByLabel('Product', { exact: true }).selectOption('Shelf Watch');
  await page.goto(addressOf(`/brand-voices/${id}`));
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Brand voice deleted.').waitFor();
  await page.waitForURL(addressOf('/brand-voices'));
  await page.getByText('No brand voices').waitFor();
  await visitor.leave();
});

test('Enter adds an entry where there are several, and else sends the form', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/brand-voices/new', person);
  await settled(page);
  await field(page, 'Name').fill('By keyboard');
  await enter(page, 'What texts should do', ['Name the customer', '']);
  await page.getByText('Name the customer', { exact: true }).waitFor();
  expect(page.url()).toMatch(/\/new$/);
  await field(page, 'Name').press('Enter');
  await page.waitForURL(/\/brand-voices\/\d+$/);
  await expectValue(field(page, 'Name'), 'By keyboard');
  const id = Number(page.url().split('/').at(-1));
  await field(page, 'Name').fill('By keyboard alone');
  await field(page, 'Name').press('Enter');
  await page.getByText('Brand voice saved.').waitFor();
  expect(await voiceOf(id)).toMatchObject({ name: 'By keyboard alone', dos: ['Name the customer'] });
  await partner.request('DELETE /content-workflow/brand-voices/{id}', { params: { id } });
  await visitor.leave();
});

describe('what somebody else has changed meanwhile', () => {
  /** A visitor who has typed another name while a program changed these fields. */
  async function typeWhileChanged(changes: object) {
    const { id } = await createBrandVoice(partner, { name: 'Acme', tone: 'Warm', products: [PRODUCT] });
    const visitor = await Visitor.arrive(browser);
    visitor.expectRefusal(/412/);
    const page = await visitor.open(`/brand-voices/${id}`, person);
    await settled(page);
    await field(page, 'Name').fill('Acme Retail');
    await partner.request('PATCH /content-workflow/brand-voices/{id}', { params: { id }, body: changes });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return { id, page, visitor };
  }

  test('is shown beside the own version where both have changed the same, and the person decides', async () => {
    const { id, page, visitor } = await typeWhileChanged({ name: 'Acme Cloud', tone: 'Exact' });
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime' });
    await conflict.getByRole('row', { name: 'Name Acme Cloud Acme Retail' }).waitFor();
    await expectCount(conflict.getByRole('row'), 2);
    await expectAccessible(page);
    expect(await voiceOf(id)).toMatchObject({ name: 'Acme Cloud', tone: 'Exact' });
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Brand voice saved.').waitFor();
    await conflict.waitFor({ state: 'detached' });
    expect(await voiceOf(id)).toMatchObject({ name: 'Acme Retail', tone: 'Exact' });
    await visitor.leave();
  });

  test('stays where the person discards the own version', async () => {
    const { id, page, visitor } = await typeWhileChanged({ name: 'Acme Cloud' });
    await page.getByRole('button', { name: 'Discard mine' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await expectValue(field(page, 'Name'), 'Acme Cloud');
    expect(await voiceOf(id)).toMatchObject({ name: 'Acme Cloud' });
    await visitor.leave();
  });

  test('is kept without a question where it is another field', async () => {
    const { id, page, visitor } = await typeWhileChanged({ tone: 'Exact' });
    await page.getByText('Brand voice saved.').waitFor();
    expect(await voiceOf(id)).toMatchObject({ name: 'Acme Retail', tone: 'Exact' });
    await expectValue(field(page, 'Tone'), 'Exact');
    await visitor.leave();
  });
});

test('a voice is chosen among so many that their list does not fit an answer', async () => {
  const other = await createPartner();
  const features = Array.from({ length: 20 }, (_, index) => `${index} ${'feature '.repeat(35)}`);
  const products = Array.from({ length: 10 }, (_, index) => ({ name: `Product ${index}`, key_features: features }));
  await createBrandVoice(other, { name: 'The first of all', products });
  for (let n = 0; n < 33; n += 1) await createBrandVoice(other, { name: `Voice ${n}`, products });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/writer/post_generator', await createUser(other.id));
  await page.getByLabel('Brand voice').selectOption('The first of all');
  await page.getByLabel('Product', { exact: true }).selectOption('Product 9');
  await visitor.leave();
});

test('what is missing is said at the field', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/brand-voices/new', person);
  await settled(page);
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.getByRole('alert').getByText('Some fields need attention').waitFor();
  expect(await page.getByText('products.0.name').count()).toBe(0);
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  expect(await field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Product name').getAttribute('aria-invalid')).toBe('true');
  await visitor.leave();
});

test('whoever may only look can change nothing', async () => {
  const { id } = await createBrandVoice(partner, { products: [PRODUCT] });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/brand-voices/${id}`, await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByText('Your role may look at brand voices').waitFor();
  expect(await page.getByRole('button', { name: /Save|Delete|Add|Remove/ }).count()).toBe(0);
  expect(await field(page, 'Name').isEditable()).toBe(false);
  await visitor.leave();
});

test.each(['/brand-voices', '/brand-voices/new', ''])(
  '%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (place) => {
    const { id } = await createBrandVoice(partner, { donts: ['world-class'], products: [PRODUCT] });
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place || `/brand-voices/${id}`, person);
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
