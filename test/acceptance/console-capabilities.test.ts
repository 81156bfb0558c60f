import { expect, jest, test } from '@jest/globals';
import { createAgent } from '../environment/agents.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { createCaseStudy } from '../environment/case-studies.ts';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { executionOf } from '../environment/executions.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

test('a capability is found, tells its cost, says which field is wrong, and starts', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities', person);
  await settled(page);
  await page.getByLabel('Search').fill('blog post');
  await page.waitForURL(/q=blog/);
  await page.getByRole('link', { name: 'Blog post', exact: true }).click();
  await page.waitForURL(addressOf('/capabilities/blog_post'));
  await page.getByRole('button', { name: /^Start for about \d+ credits$/ }).click();
  await page.getByText('Required.').waitFor();
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  await page.getByLabel(/topic/i).fill('Why partners like forms');
  await page.getByText('Required.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Your unsaved input has been restored.').waitFor();
  await expectValue(page.getByLabel(/topic/i), 'Why partners like forms');
  for (const word of ['forms', 'partners']) {
    await page.getByRole('combobox', { name: 'Keywords' }).fill(word);
    await page.getByRole('combobox', { name: 'Keywords' }).press('Enter');
  }
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await page.getByText('Completed').first().waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByText('forms, partners').waitFor();
  await visitor.leave();
});

test('what may be left open is no more than an empty field', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/customer_story_kit', person);
  await page.getByLabel('Lessons learned').fill('Start with the reports that people read.');
  await page.getByRole('combobox', { name: 'Use cases' }).click();
  await page.getByRole('option', { name: 'Analytics' }).click();
  expect(await page.getByText(/option \d/).count()).toBe(0);
  await visitor.leave();
});

test('who carries it out, and what it draws on, is chosen by name', async () => {
  const voice = await createBrandVoice(partner, { name: 'Dry', donts: ['the', 'a', 'and'] });
  await createKnowledgeBase(partner);
  const agent = await createAgent(partner, { name: 'Pen' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/blog_post', person);
  await page.getByLabel(/topic/i).fill('The reports that people read, and a few more');
  await page.getByLabel('Brand voice').selectOption(voice.attributes.name);
  await page.getByRole('combobox', { name: 'Knowledge bases' }).click();
  await page.getByRole('option', { name: 'Base', exact: true }).click();
  await page.getByLabel('Agent').selectOption('Pen');
  await page.getByLabel('Priority').selectOption('High');
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await page.getByText('Completed').first().waitFor();
  const { attributes, relationships } = await executionOf(partner, Number(page.url().split('/').at(-1)));
  expect(attributes.priority).toBe('high');
  expect(relationships.agent.id).toBe(agent.id);
  expect(attributes.guardrails_triggered.map(({ rule }) => rule)).toContain('brand_voice.dont');
  await visitor.leave();
});

test('records that settings name are chosen by name', async () => {
  const products = [{ name: 'Anvil', description: 'Heavy.' }];
  const voice = await createBrandVoice(partner, { name: 'Loud', products });
  const study = await createCaseStudy(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/ai_writer', person);
  await page.getByLabel('Brand voice').selectOption('Loud');
  await page.getByLabel('Product', { exact: true }).selectOption('Anvil');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Blog post ideas', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill('Anvils for every workshop.');
  await page.getByRole('button', { name: /^Start/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  const { attributes } = await executionOf(partner, Number(page.url().split('/').at(-1)));
  expect(attributes.settings).toMatchObject({ company: voice.id, product: voice.attributes.products[0]?.id });
  await page.goto(addressOf('/capabilities/case_study_suggestion'));
  const choice = page.getByLabel('Case study');
  await choice.getByRole('option').nth(1).waitFor({ state: 'attached' });
  await choice.selectOption(String(study.id));
  await visitor.leave();
});

test.each(['/capabilities', '/capabilities/blog_post', '/capabilities/customer_story_kit'])(
  '%s keeps to WCAG 2.2 AA in light and dark',
  async (place) => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place, person);
    await settled(page);
    await page
      .getByRole('button', { name: /^Start for/ })
      .or(page.getByLabel('Search'))
      .waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await visitor.leave();
  },
);
