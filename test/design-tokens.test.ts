import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { PALETTES, SCHEMES } from '../console/src/tokens.ts';
import { contrastOf, tokenPage, tokenPicture } from './design-tokens.ts';

const AA = 4.5;
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe.each(['light', 'dark'] as const)('the %s scheme', (name) => {
  const scheme = SCHEMES[name];

  test.each(['text', 'muted', 'link'] as const)('%s can be read on every surface', (text) => {
    for (const surface of ['surface', 'chrome', 'sunken', 'selected'] as const) {
      expect({ surface, enough: contrastOf(scheme[text], scheme[surface]) >= AA }).toEqual({ surface, enough: true });
    }
  });

  test.each(['neutral', 'info', 'success', 'warning', 'danger'] as const)('%s can be read on its tint', (tone) => {
    expect(contrastOf(scheme[tone], scheme[`${tone}-soft`])).toBeGreaterThanOrEqual(AA);
  });

  test('what separates and what is drawn is seen: 3 to 1', () => {
    expect(contrastOf(scheme['line-strong'], scheme.surface)).toBeGreaterThanOrEqual(3);
    expect(contrastOf(scheme.chart, scheme.surface)).toBeGreaterThanOrEqual(3);
  });
});

test('white can be read on the primary colour of both schemes', () => {
  for (const shade of [6, 7]) expect(contrastOf('#ffffff', PALETTES.brand[shade] ?? '')).toBeGreaterThanOrEqual(AA);
});

test('the pages of sign-in have the colours of the tokens of the same name', () => {
  const declared = [...read('api/oauth/assets/pages.css').matchAll(/--([a-z-]+): light-dark\((#\w+), (#\w+)\);/g)];
  const colours = declared.map(([, name = '', light, dark]) => [name, light, dark]);
  expect(colours.length).toBeGreaterThan(8);
  const tokens = colours.map(([name = '']) =>
    name === 'action'
      ? [name, PALETTES.brand[7], PALETTES.brand[6]]
      : [name, SCHEMES.light[name as 'text'], SCHEMES.dark[name as 'text']],
  );
  expect(colours).toEqual(tokens);
});

test('there is one mark: of the icon, the console and the pages of sign-in', () => {
  const pathsOf = (file: string) => [...read(file).matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  const icon = pathsOf('api/guides/favicon.svg');
  expect(icon).toHaveLength(2);
  expect(pathsOf('console/src/components/mark.tsx')).toEqual(icon);
  expect(pathsOf('api/oauth/templates/layout.eta')).toEqual(icon);
});

test('docs/design-tokens.md and its picture are those of the tokens: node test/write-design-tokens.ts', () => {
  expect(read('docs/design-tokens.md')).toBe(tokenPage());
  expect(read('docs/images/design-tokens.svg')).toBe(tokenPicture());
});
