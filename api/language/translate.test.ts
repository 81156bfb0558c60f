import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { acceptedLanguage } from './languages.ts';
import { languageOfPage, textsOfPage } from './pages.ts';
import { translate, translatedSchema } from './translate.ts';

describe('a text', () => {
  test('is translated whole, with its values, and sentence by sentence', () => {
    expect(translate('Blog post', 'de')).toBe('Blogbeitrag');
    expect(translate('Must be at least 200.', 'es')).toBe('Debe ser al menos 200.');
    expect(translate('3 credits are required. 1 credits are available.', 'de')).toBe(
      '3 Credits sind nötig. 1 Credits sind verfügbar.',
    );
  });

  test('has texts as values, too', () => {
    expect(translate('Agent not found.', 'de')).toBe('Nicht gefunden: Agent.');
    expect(
      translate(
        'The text contains a private key (secret.private_key): "Blog post". It cannot be allowed; remove it.',
        'de',
      ),
    ).toBe(
      'Der Text enthält einen privaten Schlüssel (secret.private_key): "Blog post". Es kann nicht erlaubt werden; entferne es.',
    );
  });

  test('stays as it is where the catalogue does not know it, or a part of it', () => {
    expect(translate('Nobody wrote this down.', 'de')).toBe('Nobody wrote this down.');
    expect(translate('Sprocket not found.', 'de')).toBe('Sprocket not found.');
  });

  test('is what it was for programs', () => {
    expect(translate('Blog post', undefined)).toBe('Blog post');
    const schema = { properties: { language: { description: 'Language of the result as a BCP 47 tag.' } } };
    expect(translatedSchema(schema, undefined)).toBe(schema);
    expect(translatedSchema(schema, 'en').properties.language.description).toBe('Language of the result.');
  });

  test('that a stranger wrote costs no time', async () => {
    const hostile = `The text ${'contains a private key ('.repeat(240)}`;
    const work = () => {
      for (let time = 0; time < 100; time += 1) translate(hostile, 'de');
    };
    expect(await cpuTimeOf(work, 2_000)).toBeLessThan(2_000);
  });

  test.each([80, 1_000, 6_000])(
    'of %d characters that a stranger wrote in short sentences costs little',
    async (length) => {
      const letter = (index: number) => String.fromCharCode(65 + (index % 26));
      const texts = Array.from({ length: 20 }, (_, first) =>
        Array.from({ length: length / 3 }, (_, index) => `${letter(first + index)}. `).join(''),
      );
      const work = () => texts.map((text) => translate(text, 'de'));
      expect(work()).toEqual(texts);
      const MOST_MS = 20;
      expect(await cpuTimeOf(work, MOST_MS)).toBeLessThanOrEqual(MOST_MS);
    },
  );
});

test('choices have their names beside their values', () => {
  const schema = { enum: ['Retail', 'Gaming'], default: 'Retail' };
  expect(translatedSchema(schema, 'de')).toEqual({
    ...schema,
    'x-labels': { Retail: 'Einzelhandel', Gaming: 'Computerspiele' },
  });
});

test.each([
  ['de-AT,en;q=0.5', 'de'],
  ['fr, es;q=0.8, en;q=0.7', 'es'],
  ['fr', 'en'],
  [undefined, 'en'],
  ['*', 'en'],
])('%s accepts %s', (accepted, language) => expect(acceptedLanguage(accepted)).toBe(language));

describe('a page', () => {
  const headers = { 'accept-language': 'de', cookie: 'a=b; mw_language=es' };

  test('comes in the language of its switch, then the one chosen before, then the accepted one', () => {
    expect(languageOfPage({ url: '/?language=en', headers })).toBe('en');
    expect(languageOfPage({ url: '/?language=xx', headers })).toBe('es');
    expect(languageOfPage({ url: '/', headers: { 'accept-language': 'de' } })).toBe('de');
  });

  test('shows values as text', () => {
    const { html } = textsOfPage('de');
    expect(html('{client} asks for access to Marketwright as {user}.', { client: '<b>', user: '{client}' })).toBe(
      '<strong>&lt;b&gt;</strong> bittet um Zugriff auf Marketwright als <strong>{client}</strong>.',
    );
  });
});
