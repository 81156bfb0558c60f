import { expect, jest, test } from '@jest/globals';
import { createBrandVoice } from '../environment/brand-voices.ts';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createWebhook } from '../environment/webhooks.ts';

jest.setTimeout(240_000);

const { browser, person } = await openConsole();

test('a checklist leads through the first minutes, can be put away, and ends by itself', async () => {
  const partner = await createPartner({ credits: 1_000 });
  const owner = await createUser(partner.id);
  await createBrandVoice(partner);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', owner);
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('1 of 4 done').waitFor();
  expect(await steps.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('(Done)'),
    expect.stringContaining('Upload a document'),
    expect.stringContaining('Create your first post'),
    expect.stringContaining('Set up a webhook'),
  ]);
  await expectAccessible(page);
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 850 });

  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Credits available').waitFor();
  expect(await steps.count()).toBe(0);
  await visitor.leave();

  const colleague = await createUser(partner.id);
  const second = await Visitor.arrive(browser, { locale: 'de-DE' });
  const theirs = await second.open('/', colleague);
  const schritte = theirs.getByRole('region', { name: 'Erste Schritte' });
  await schritte.getByRole('button', { name: 'Ausblenden' }).click();
  await theirs.getByRole('button', { name: 'Rückgängig' }).click();
  await schritte.getByRole('link', { name: 'Erstelle deinen ersten Beitrag' }).click();
  await theirs.getByRole('heading', { name: 'Blogbeitrag' }).waitFor();
  await createKnowledgeBase(partner, { 'a.txt': 'What we sell.' });
  await createWebhook(partner, { url: 'https://198.51.99.1/hook' });
  await complete(partner, 'blog_post', { settings: { topic: 'First steps' } });
  await theirs.getByRole('link', { name: 'Übersicht' }).click();
  await schritte.waitFor({ state: 'detached' });
  await second.leave();
});

test('help opens beside the view, follows it, and is left by the keyboard', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/webhooks', person);
  const button = page.getByRole('button', { name: 'Help', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const help = page.getByRole('complementary', { name: 'Help', exact: true });
  await help.getByRole('heading', { name: 'Webhooks' }).waitFor();
  await page.locator(':focus', { hasText: /^Help$/ }).waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await settled(page);
  await expectAccessible(page);

  await help.getByRole('button', { name: 'The full guide to this subject' }).click();
  await help.getByRole('heading', { name: 'Receiving webhooks' }).waitFor();
  expect(await help.getByRole('link', { name: 'The whole guide' }).getAttribute('href')).toBe('/docs/guides/webhooks');
  await help.getByRole('button', { name: 'Back to this view' }).click();
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await help.getByRole('heading', { name: 'Board' }).waitFor();
  expect(await help.getByRole('heading', { name: 'Receiving webhooks' }).count()).toBe(0);

  await help.getByRole('button', { name: 'Close the help' }).focus();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.locator('[aria-label="Help"]:focus').waitFor();
  await visitor.leave();
});

test('in a narrow window help takes the place of the view, in German beside the English text', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE', viewport: { width: 360, height: 740 } });
  const page = await visitor.open('/knowledge', person);
  await page.getByRole('button', { name: /^Konto von/ }).click();
  await page.getByRole('menuitem', { name: 'Hilfe', exact: true }).click();
  const help = page.getByRole('complementary', { name: 'Hilfe', exact: true });
  await help.getByText('Die Anleitungen sind auf Englisch.').waitFor();
  await help.locator('[lang="en"]').getByRole('heading', { name: 'Knowledge' }).waitFor();
  await page.locator('#content').waitFor({ state: 'hidden' });
  await expectAccessible(page);
  await expectToFit(page);
  await help.getByRole('button', { name: 'Hilfe schließen' }).click();
  await page.locator('#content').waitFor();
  await visitor.leave();
});

test('what is new is listed, and a dot says that something came since', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await page.getByRole('button', { name: 'Help', exact: true }).waitFor();
  await page.evaluate(`localStorage.setItem('marketwright.changelog', 'before')`);
  await page.reload();
  await page.getByRole('button', { name: 'Help, and news' }).click();
  await page.getByRole('link', { name: 'What’s new: there are changes' }).click();
  await page.getByRole('heading', { name: 'What’s new' }).waitFor();
  await page.getByRole('heading', { name: /^Version 0\.2\.0$/ }).waitFor();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});

test('the accessibility page is reached from the menu of the account and from the page for sign-in', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'es-ES' });
  const page = await visitor.window();
  await page.goto(`${runningStack().origins[0]}/console`);
  await page.getByRole('link', { name: 'Accesibilidad' }).click();
  await page.getByRole('heading', { name: 'Accesibilidad' }).waitFor();
  await expectToFit(page);
  await visitor.leave();

  const signedIn = await Visitor.arrive(browser);
  const console = await signedIn.open('/', person);
  await console.getByRole('button', { name: /^Account of/ }).click();
  await console.getByRole('menuitem', { name: 'Accessibility' }).click();
  await console.getByRole('heading', { name: 'Accessibility', level: 1 }).waitFor();
  await console.getByRole('link', { name: 'Go to the console' }).waitFor();
  await signedIn.leave();
});

test('what is empty has a picture and a first step, and filters that nothing fits can be taken away', async () => {
  const owner = await createUser((await createPartner()).id);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', owner);
  const content = page.locator('#content');
  for (const [place, step] of Object.entries({
    '/board': 'Create content',
    '/executions': 'Start a capability',
    '/case-studies': 'Describe a customer’s project',
    '/brand-voices': 'Describe your brand voice',
    '/knowledge': 'Create a knowledge base',
    '/triggers': 'Create a trigger',
    '/listings': 'Analyse your first listing',
    '/invoices': 'View plans and credits',
    '/invoices/credit-notes': 'View invoices',
    '/webhooks': 'Connect a program',
    '/connected-applications': 'How to connect one',
    '/writer/history': 'Choose a template',
    '/calendar?view=agenda': 'Schedule something',
  })) {
    await page.goto(addressOf(place));
    await content.locator('.picture').waitFor();
    await content
      .getByRole('link', { name: step })
      .or(content.getByRole('button', { name: step }))
      .waitFor();
  }
  await page.goto(addressOf('/case-studies?status=draft'));
  await content.getByRole('link', { name: 'Show all' }).click();
  await content.getByRole('link', { name: 'Describe a customer’s project' }).waitFor();
  await page.waitForURL(addressOf('/case-studies'));
  await visitor.leave();
});

test('an example is seen without a charge, and fills the form', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/blog_post', person);
  const topic = page.getByRole('textbox', { name: 'Topic' });
  await topic.fill('My own topic');
  await page.getByRole('button', { name: 'See an example' }).click();
  const dialog = page.getByRole('dialog', { name: /^Example: / });
  await dialog.getByText('It is not one of your executions').waitFor();
  await dialog.getByRole('heading', { name: /^Who changed this invoice/ }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace my input with this' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectValue(topic, /^Why an audit log/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil('the text before', async () => (await topic.inputValue()) === 'My own topic');
  await visitor.leave();
});
