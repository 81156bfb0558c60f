import { expect, test } from '@jest/globals';
import { pathOf, readGuides, renderGuide } from './pages.ts';

const guides = readGuides();

test.each(guides)('the guide $name has its title, its text and links that lead somewhere', (guide) => {
  const html = renderGuide(guide, guides);
  expect(html).toContain(`<title>`);
  expect(html).toMatch(/<h1 id="/);
  expect(html).not.toMatch(/<!--|href="(?!https?:|#|\/)/);
  const own = [...html.matchAll(/href="(\/docs\/guides\/[^"#]+)/g)].map(([, path]) => path);
  expect(own.filter((path) => !guides.some(({ name }) => pathOf(name) === path))).toEqual([]);
});

test('markup in a guide is text', () => {
  const html = renderGuide(
    { name: 'x', title: '<x>', markdown: '# <b>T</b>\n\n[a](javascript:alert)\n\n<script>1</script>' },
    guides,
  );
  expect(html).not.toMatch(/<script|javascript:|<b>|<x>/);
});
