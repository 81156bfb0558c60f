import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, expectAccessible, expectValue, openConsole, signInAt, Visitor } from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });
const NOTE = 'Your unsaved input has been restored.';

/** A field of a form, and what is typed into it. */
interface Form {
  place: string;
  /** Opens the dialog of the form. */
  open?: string;
  field: string;
  text: string;
}

const FORMS: Form[] = [
  { place: '/brand-voices/new', field: 'Name', text: 'Plain and warm' },
  { place: '/case-studies/new', field: 'Customer', text: 'Larkspur Logistics' },
  { place: '/triggers/new', field: 'Name', text: 'Every Monday' },
  { place: '/webhooks/new', field: 'Description', text: 'For the warehouse' },
  { place: '/knowledge', open: 'New knowledge base', field: 'Name', text: 'Product papers' },
  { place: '/calendar?event=new', field: 'Title', text: 'Webinar on stock' },
  { place: '/keys/new', field: 'Name', text: 'Warehouse' },
  { place: '/people/new', field: 'E-mail address', text: 'colleague@example.com' },
  { place: '/invoices/identity', field: 'Legal name', text: 'Larkspur GmbH' },
];

const drafts = (page: Page) =>
  page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('marketwright.draft/'))");

async function show(page: Page, { place, open, field }: Form) {
  await page.goto(addressOf(place));
  if (open) await page.getByRole('button', { name: open }).click();
  const input = page.getByRole('textbox', { name: field, exact: true });
  await input.waitFor();
  return input;
}

test('what was typed survives a reload and a new sign-in, and is gone once it is discarded', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  for (const form of FORMS) await (await show(page, form)).fill(form.text);
  await page.context().clearCookies();
  await page.goto(addressOf('/'));
  await signInAt(page, person);
  await page.locator('#content').waitFor();
  for (const form of FORMS) {
    const input = await show(page, form);
    await page.getByText(NOTE).waitFor();
    expect([form.place, await input.inputValue()]).toEqual([form.place, form.text]);
  }
  await show(page, FORMS[0] as Form);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Keep' }).click();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Plain and warm');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText(NOTE).waitFor({ state: 'detached' });
  await expectValue(page.getByRole('textbox', { name: 'Name', exact: true }), '');
  expect((await drafts(page)).filter((key) => key.includes('brand-voices'))).toEqual([]);
  await visitor.leave();
});

test('what was sent leaves no draft, and the address of a webhook is never kept', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/webhooks/new', person);
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/services/T0/secret');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Told once');
  expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('Told once');
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('services/T0');
  await page.goto(addressOf('/brand-voices/new'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sent voice');
  await page.getByRole('button', { name: 'Create the brand voice' }).click();
  await page.waitForURL(/\/brand-voices\/\d+$/);
  expect((await drafts(page)).filter((key) => key.includes('brand-voices'))).toEqual([]);
  await visitor.leave();
});

test.each([
  ['/brand-voices/new', 'Name'],
  ['/webhooks/new', 'Description'],
  ['/case-studies/new', 'Customer'],
  ['/content/new', 'Title'],
  ['/keys/new', 'Name'],
  ['/calendar?event=new', 'Title'],
])('nothing is typed into %s while it is sent, which would be lost, and all of it stays', async (place, name) => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 422/);
  const page = await visitor.open(place, person);
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill('Sent slowly');
  const held: (() => Promise<void>)[] = [];
  await page.route('**/api/v1/**', async (sent) => {
    if (sent.request().method() !== 'POST') return sent.fallback();
    held.push(() => sent.fulfill({ status: 422, json: { error: { code: 'VALIDATION_ERROR', message: 'Held.' } } }));
  });
  await field.press('Enter');
  const [answer] = await waitUntil(
    'the request',
    async () => held,
    ({ length }) => length > 0,
  );
  await waitUntil('the field to take nothing', () => field.isDisabled());
  await page.keyboard.type(' and late');
  await answer?.();
  await waitUntil('the field to take something', () => field.isEnabled());
  await expectValue(field, 'Sent slowly');
  await page.locator('#content :focus, [role=dialog] :focus').waitFor();
  await page.unrouteAll();
  await visitor.leave();
});

test('an unsaved text survives a reload; who leaves without saving discards it', async () => {
  const { attributes } = await complete(partner, 'blog_post', { settings: { topic: 'Texts that stay' } });
  const place = `/content/${attributes.generated_assets[0]?.id}`;
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place, person);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('checkbox', { name: 'Autosave' }).uncheck();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('A better title');
  await page.reload();
  await title.waitFor();
  await expectValue(title, 'A better title');
  await page.getByRole('link', { name: 'Board' }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL(addressOf('/board'));
  expect((await drafts(page)).filter((key) => key.includes('/content/'))).toEqual([]);
  await visitor.leave();
});

test('drafts are bounded in number and size, and another person in the same browser has none', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/brand-voices/new', person);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await page.evaluate(`for (let number = 0; number < 30; number += 1)
    localStorage.setItem('marketwright.draft/' + encodeURIComponent('${person.email}') + '/old/' + number,
      JSON.stringify({ version: 1, at: Date.now() - 1000 + number, values: 'x' }))`);
  await name.fill('Newest');
  const kept = await drafts(page);
  expect(kept).toHaveLength(20);
  expect(kept.some((key) => key.endsWith('/brand-voices/new'))).toBe(true);
  expect(kept.some((key) => key.endsWith('/old/29'))).toBe(true);
  expect(kept.some((key) => key.endsWith('/old/0'))).toBe(false);
  await page.getByRole('textbox', { name: 'Style guide' }).fill('x'.repeat(250_000));
  expect((await drafts(page)).some((key) => key.endsWith('/brand-voices/new'))).toBe(false);
  await page.context().clearCookies();
  const other = await createUser(partner.id);
  await page.goto(addressOf('/'));
  await signInAt(page, other);
  await page.locator('#content').waitFor();
  await waitUntil('the drafts to be gone', async () => (await drafts(page)).length === 0);
  await visitor.leave();
});
