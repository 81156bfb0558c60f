import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { CATALOGUES } from '../../api/language/translate.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';
import { recordsToRead } from '../environment/records-to-read.ts';

jest.setTimeout(600_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** Views with a name in their address, and addresses where nothing is. */
const FURTHER = [
  '/capabilities/blog_post',
  '/capabilities/ai_writer',
  '/capabilities/case_study_generation',
  '/writer/post_generator',
  '/executions/999999999',
  '/nowhere',
];
const addresses = [
  ...[...readFileSync('console/src/routes.ts', 'utf8').matchAll(/view\('(\/[\w/-]*)'/g)].map(
    ([, address]) => address ?? '',
  ),
  ...FURTHER,
];

/** Words that no text of the language has. Names of products and formats are none of them. */
const ENGLISH = {
  de: /\b(the|and|of|your|with|which|there|this|that|these|from|has|have|not|are|is|when|what|who|how|its|been|to|for|by|or|new|none|you)\b/i,
  es: /\b(the|and|of|your|with|which|there|this|that|these|from|have|not|are|is|when|what|who|how|its|been|to|for|by|or|new|you)\b/i,
};
/** What stands there in English on purpose. */
const EXCEPTIONS = [
  // The languages by their own names.
  /^(English|Español|Deutsch)$/,
  // Marks of Markdown, code, addresses and identifiers.
  /^[\w.:/#-]+$/,
  // A name, and the same in German.
  /^Isle of Man$/,
  // IANA names of time zones, which have one form for all languages; people know them from other programs.
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\p{L} /-]+$/u,
];

/** Sentences of the service that have a form in the language. */
const sourcesOf = (language: 'de' | 'es') =>
  new Set(
    Object.entries(CATALOGUES[language])
      .filter(([english, other]) => english !== other && /\s/.test(english) && !english.includes('{'))
      .map(([english]) => english),
  );
const SOURCES = { de: sourcesOf('de'), es: sourcesOf('es') };

/** Everything that a page says: texts, names and hints. */
const TEXTS = `(() => {
  const found = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('code, pre, script, noscript, style, .prose')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '');
  }
  return found.map((text) => text.trim()).filter(Boolean);
})()`;

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/console${address}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await settled(page);
}

const records = await recordsToRead(partner);

test.each([
  ['de', 'de-DE'],
  ['es', 'es-MX'],
] as const)('no view says anything in English to a person who reads %s', async (language, locale) => {
  const visitor = await Visitor.arrive(browser, { locale });
  visitor.expectRefusal(/40[34]|422/);
  const page = await visitor.open('/', await createUser(partner.id));
  const names = new Set(records.names);
  // What advice and findings quote is the partner's.
  const isEnglish = (text: string) =>
    !names.has(text) &&
    !EXCEPTIONS.some((exception) => exception.test(text)) &&
    (SOURCES[language].has(text) ||
      ENGLISH[language].test(text.replaceAll(/"[^"]*"/g, '').replaceAll(/„[^“]*“|«[^»]*»/g, '')));
  const english: Record<string, string[]> = {};
  const read = async (place: string) => {
    const found = (await page.evaluate<string[]>(TEXTS)).filter(isEnglish);
    if (found.length > 0) english[place] = [...new Set(found)];
  };
  for (const address of new Set(addresses)) {
    await goTo(page, address);
    await read(address);
  }
  for (const { address, shows } of records.views) {
    await goTo(page, address);
    await page.locator('#content').getByText(shows[language]).first().waitFor();
    await read(address);
  }
  await goTo(page, '/webhooks/new');
  await page.locator('#content input').first().fill('nowhere');
  await page.locator('#content button[type=submit]').click();
  await page.locator('#content [role=alert], #content .mantine-InputWrapper-error').first().waitFor();
  await read('/webhooks/new, refused');
  expect(english).toEqual({});
  await visitor.leave();
});

test('Spanish is chosen in the shell, stays, follows the person, and is what the service answers in', async () => {
  const reader = await createUser(partner.id);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities', reader);
  await settled(page);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
  await page.getByLabel('Language').selectOption('Español');
  await page.getByRole('heading', { name: 'Capacidades' }).waitFor();
  await page.getByRole('link', { name: 'Entrada de blog', exact: true }).waitFor();
  await saved;
  await page.reload();
  await page.getByRole('heading', { name: 'Capacidades' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('es');
  await visitor.leave();
  const elsewhere = await Visitor.arrive(browser, { locale: 'de-DE' });
  const there = await elsewhere.open('/capabilities', reader);
  await there.getByRole('heading', { name: 'Capacidades' }).waitFor();
  await elsewhere.leave();
});

const directionOf = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      (globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }).getComputedStyle(element)
        .direction,
  );

test('what is written from right to left lies so: titles, tables, what is typed', async () => {
  const name = 'صوت العلامة';
  const voice = await createBrandVoice(partner, { name, style_guide: 'קצר וברור.', dos: ['كن واضحا'] });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/brand-voices/${voice.id}`, person);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const found = {
    heading: await directionOf(page.getByRole('heading', { level: 1 })),
    line: await directionOf(page.getByLabel(/^Name/).first()),
    text: await directionOf(page.getByLabel('Style guide')),
    tag: await directionOf(page.locator('.mantine-Pill-root', { hasText: 'كن واضحا' })),
    // English stays where it was.
    empty: await directionOf(page.getByLabel('Tagline')),
  };
  await page.getByLabel('Tagline').fill('خير الكلام ما قل ودل');
  const typed = await directionOf(page.getByLabel('Tagline'));
  await goTo(page, '/brand-voices');
  const cell = await directionOf(page.getByRole('cell', { name }));
  expect({ ...found, typed, cell }).toEqual({
    heading: 'rtl',
    line: 'rtl',
    text: 'rtl',
    tag: 'rtl',
    empty: 'ltr',
    typed: 'rtl',
    cell: 'rtl',
  });
  await expectToFit(page);
  await visitor.leave();
});
