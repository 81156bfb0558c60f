import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guardrailSettingsResource } from '../../api/guardrails/area.ts';
import { one } from '../../api/resource.ts';
import { expectAccessible, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { read } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

/** The allowed terms as the API has them. */
async function allowedTerms(): Promise<string[]> {
  const reply = await partner.request('GET /content-workflow/guardrails');
  return read(reply, one(guardrailSettingsResource).schema).data.attributes.allowed_terms;
}

/** Adds an entry by keyboard. */
async function enter(page: Page, term: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Allowed words and addresses' });
  await field.fill(term);
  await field.press('Enter');
}

test('words are allowed, refused with a reason, and taken back', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open('/', person);
  await page.getByRole('link', { name: 'Guardrails' }).click();
  await settled(page);
  await page.getByRole('table', { name: 'Rules' }).getByRole('row').nth(1).waitFor();
  const save = page.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await enter(page, 'risk-free, as our auditors say');
  await enter(page, '@acme.example');
  await save.click();
  await page.getByText('Allowed words saved.').waitFor();
  expect(await allowedTerms()).toEqual(['risk-free, as our auditors say', '@acme.example']);
  await enter(page, '4111 1111 1111 1111');
  await page.getByText('You have unsaved changes.').waitFor();
  await save.click();
  await page.getByRole('alert').getByText('allowed_terms.2').waitFor();
  const field = page.getByRole('combobox', { name: 'Allowed words and addresses' });
  await field.press('Backspace');
  await field.press('Backspace');
  await save.click();
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' });
  expect(await allowedTerms()).toEqual(['risk-free, as our auditors say']);
  await page.getByRole('switch', { name: 'Content must be approved before it is ready or published' }).press('Space');
  await page.getByText('Approval setting saved.').waitFor();
  expect((await partner.request('GET /app/content-settings')).body).toMatchObject({
    data: { attributes: { requires_approval: true } },
  });
  await visitor.leave();
});

test('whoever may only look can change nothing', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/guardrails', await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByText('Your role may look at the guardrails').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await page.getByRole('switch').isDisabled()).toBe(true);
  await visitor.leave();
});

test('the view keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/guardrails', person);
  await settled(page);
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});
