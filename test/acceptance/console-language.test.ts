import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { CATALOGUES } from '../../api/language/translate.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';

jest.setTimeout(600_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** Views with a name in their address; those of records that the AI writes in English are left out. */
const NAMED = [
  '/capabilities/blog_post',
  '/capabilities/ai_writer',
  '/capabilities/case_study_generation',
  '/writer/post_generator',
];
const addresses = [
  ...[...readFileSync('console/src/routes.ts', 'utf8').matchAll(/view\('(\/[\w/-]*)'/g)].map(
    ([, address]) => address ?? '',
  ),
  ...NAMED,
];

/** Words that no German text has. Names of products and formats are none of them. */
const ENGLISH =
  /\b(the|and|of|your|with|which|there|this|that|these|from|has|have|not|are|is|when|what|who|how|its|been|to|for|by|or|new|none|you)\b/i;
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

/** Sentences of the service that have a German form. */
const sources = new Set(
  Object.entries(CATALOGUES.de)
    .filter(([english, german]) => english !== german && /\s/.test(english) && !english.includes('{'))
    .map(([english]) => english),
);

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

const isEnglish = (text: string) =>
  !EXCEPTIONS.some((exception) => exception.test(text)) && (sources.has(text) || ENGLISH.test(text));

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/console${address}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await settled(page);
}

test('no view says anything in English to a person who reads German', async () => {
  await createBrandVoice(partner, { name: 'Trocken', audience: 'Einkauf', tone: 'sachlich', languages: ['de'] });
  await createKnowledgeBase(partner);
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/', person);
  const agents = await partner.request('GET /content-workflow/agents');
  const own = new Set(
    (agents.body as { data: { attributes: { name: string } }[] }).data.map((each) => each.attributes.name),
  );
  const english: Record<string, string[]> = {};
  for (const address of new Set(addresses)) {
    await goTo(page, address);
    const found = (await page.evaluate<string[]>(TEXTS)).filter((text) => isEnglish(text) && !own.has(text));
    if (found.length > 0) english[address] = [...new Set(found)];
  }
  expect(english).toEqual({});
  await visitor.leave();
});

test('Spanish is chosen in the shell, stays, and is what the service answers in', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities', person);
  await settled(page);
  await page.getByLabel('Language').selectOption('Español');
  await page.getByRole('heading', { name: 'Capacidades' }).waitFor();
  await page.getByRole('link', { name: 'Entrada de blog', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Capacidades' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('es');
  await visitor.leave();
});

test('what is written from right to left lies so, in titles and tables', async () => {
  const name = 'صوت العلامة';
  const voice = await createBrandVoice(partner, { name });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/brand-voices/${voice.id}`, person);
  const directionOf = (locator: Locator) =>
    locator.evaluate(
      (element) =>
        (globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }).getComputedStyle(element)
          .direction,
    );
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const heading = await directionOf(page.getByRole('heading', { level: 1 }));
  await goTo(page, '/brand-voices');
  const cell = await directionOf(page.getByRole('cell', { name }));
  expect({ heading, cell }).toEqual({ heading: 'rtl', cell: 'rtl' });
  await expectToFit(page);
  await visitor.leave();
});
