import { expect, test } from '@jest/globals';
import { pathOf, readGuides } from './guides.ts';
import { ENTRANCES } from './layout.ts';
import { renderGuide } from './render.ts';

const guides = readGuides();
const pages = new Map(guides.map((guide) => [pathOf(guide.name), renderGuide(guide, guides)]));
const ENTRANCE_PATHS = Object.values(ENTRANCES).map(({ path }) => path);

test.each(guides)('the guide $name has its title, its text and links that lead somewhere', ({ name }) => {
  const html = pages.get(pathOf(name)) ?? '';
  expect(html).toContain(`<title>`);
  expect(html).toMatch(/<h1 id="/);
  expect(html).not.toMatch(/<!--|<img|href="(?!https?:|#|\/)/);
  const own = [...html.matchAll(/href="(\/docs\/guides(?:\/[^"#]+)?)(?:#([^"]+))?"/g)];
  const broken = own.filter(([, path = '', anchor]) => {
    const target = pages.get(path);
    if (target === undefined) return !ENTRANCE_PATHS.includes(path);
    return anchor !== undefined && !target.includes(`id="${anchor}"`);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(guides.filter(({ audience }) => audience === 'partners'))(
  'the guide $name asks partners for no command of this repository',
  ({ markdown }) => {
    expect(markdown.match(/\bnpm (?:ci|run|start|test)\b.*/g)).toBeNull();
  },
);

test.each(guides)('beside the guide $name are those for the same readers, and a way to the others', (guide) => {
  const [nav = ''] = /<nav[\s\S]*<\/nav>/.exec(pages.get(pathOf(guide.name)) ?? '') ?? [];
  const listed = [...nav.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path);
  expect(listed).toEqual(guides.filter(({ audience }) => audience === guide.audience).map(({ name }) => pathOf(name)));
  const other = ENTRANCES[guide.audience === 'partners' ? 'operators' : 'partners'];
  expect(nav).toContain(`href="${other.path}"`);
  expect(nav).toContain(`action="${ENTRANCES[guide.audience].searchPath}"`);
});

test('markup in a guide is text', () => {
  const html = renderGuide(
    {
      name: 'x',
      audience: 'partners',
      title: '<x>',
      markdown: '# <b>T</b>\n\n[a](javascript:alert)\n\n<script>1</script>\n\n![<i>](x.png)',
    },
    guides,
  );
  expect(html).not.toMatch(/<script|javascript:|<b>|<x>|<i>|<img/);
});
