import { describe, expect, test } from '@jest/globals';
import { translate } from '../../api/language/translate.ts';
import { scoreListing } from '../../domain/seo/rubric/rubric.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { FAULTS, type Fault } from '../environment/listing-faults.ts';
import { fillers, goodListing, longDescription, NO_OPTIONS } from '../environment/listings.ts';

/** More faults than points are lost by: what texts say when several come together. */
const FURTHER: Record<string, Fault> = {
  'neither title nor keywords': () => ({ title: '', keywords: [] }),
  'title of praise': () => ({ title: 'The best, #1!', keywords: ['quick and easy', 'a "quoted" one'] }),
  'six shouted words': () => ({ title: 'THE UNBEATABLE ENTERPRISE BALANCING PLATFORM EVERYBODY LOVES TODAY NOW' }),
  'six small words': () => ({ title: 'acme load balancer with quick rules and long memory' }),
  'one long sentence': () => ({ longDescription: longDescription(fillers(30).replaceAll('.', ',')) }),
  'long first sentence': () => ({
    longDescription: longDescription(`${fillers(21).replaceAll('.', ',')}. Few words.`),
  }),
  'cut text': () => ({ longDescription: longDescription(fillers(200), { cut: true }) }),
  'three alike': ({ highlights: [first = ''] }) => ({ highlights: [first, first, first] }),
  'short highlights': () => ({ highlights: ['Quick!', 'Easy and "new". Really', 'Good'] }),
  'many of everything': () => ({
    highlights: Array.from({ length: 500 }, () => 'x'.repeat(5_000)),
    keywords: Array.from({ length: 500 }, () => 'load balancer '.repeat(100)),
    shortDescription: 'x '.repeat(20_000),
  }),
  'keywords that repeat all': () => ({ keywords: ['load balancer', 'acme', 'network infrastructure'] }),
  'keyword twice': () => ({ keywords: ['failover', 'failover', 'traffic routing'] }),
  'logo away': ({ logo }) => ({ logo: logo && { ...logo, format: null, width: null, height: null, unread: true } }),
  'much contact data': () => ({
    shortDescription: `Write to ${Array.from({ length: 8 }, (_, at) => `sales${at}@acme.com`).join(' or ')}.`,
  }),
};

const faults = Object.entries({ ...FAULTS, ...FURTHER });

/** Every listing with a fault, alone and beside some others. */
function* spoiltListings(): Generator<{ name: string; listing: ListingContent }> {
  const good = goodListing();
  for (const [index, [name, fault]] of faults.entries())
    for (const [otherName, other] of faults.filter((_, at) => (at - index) % 9 === 0)) {
      const once = { ...good, ...fault(good) };
      yield { name: `${name}, ${otherName}`, listing: { ...once, ...other(once) } };
    }
}

/** Words of our English texts that no German and no Spanish one has. */
const ENGLISH =
  /\b(the|and|of|or|is|are|that|with|which|more|most|than|words?|characters|keywords?|listing|title|first|each|has|have|to|at)\b/i;
/** Quotations are the partner's words; `for` stands where the advice is to write it. */
const withoutQuotations = (text: string) => text.replaceAll(/"[^"]*"/g, '').replaceAll(/[„«][^“»]*[“»]/g, '');

describe.each(['de', 'es'] as const)('advice on listings in %s', (language) => {
  test('has no English word left, whatever is wrong with a listing', () => {
    const left = new Map<string, string>();
    let texts = 0;
    for (const { name, listing } of spoiltListings())
      for (const options of [
        NO_OPTIONS,
        { ...NO_OPTIONS, brandKeyword: 'Nimbus', partnerDomain: 'nimbus-labs.example' },
      ])
        for (const { observed, fix } of scoreListing(listing, options).recommendations)
          for (const text of [observed, fix]) {
            texts += 1;
            const translated = translate(text, language);
            if (ENGLISH.test(withoutQuotations(translated))) left.set(translated, name);
          }
    expect(texts).toBeGreaterThan(1_000);
    expect([...left].slice(0, 20)).toEqual([]);
  });

  test('keeps what the partner wrote', () => {
    const title = 'acme Load Balancer. The title has no description and more';
    const [{ observed = '' } = {}] = scoreListing(goodListing({ title }), NO_OPTIONS).recommendations.filter(
      ({ rule }) => rule === 'title.case',
    );
    expect(translate(observed, language)).toContain('"title"');
    expect(translate(`The title does not name "${title}".`, language)).toContain(`"${title}"`);
  });
});

test('lists, counts and decimals are written as the language does', () => {
  expect(translate('The title shouts: "A", "B and C" and 3 more.', 'de')).toBe(
    'Der Titel verwendet Großbuchstaben: "A", "B and C" und 3 weitere.',
  );
  expect(translate('After the first sentence, "x" stands once in 1 word; 0.5 to 3 % are right.', 'es')).toBe(
    'Después de la primera frase, "x" aparece una vez en 1 palabra; lo correcto es de 0,5 a 3 %.',
  );
});
