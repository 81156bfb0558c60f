import { expect, test } from '@jest/globals';
import { sectionOf, targetOfLink } from './guide-text.ts';

const GUIDE = `# Guide

Begin.

## One

Text.

\`\`\`sh
## not a heading
\`\`\`

### Deeper

More.

## Two

End.`;

test('a section reaches to the next heading of its level, and code is none', () => {
  expect(sectionOf(GUIDE, 'One')).toMatch(/^## One\n[\s\S]*## not a heading[\s\S]*### Deeper\n\nMore\.\n$/);
  expect(sectionOf(GUIDE, 'Two')).toBe('## Two\n\nEnd.');
  expect(sectionOf(GUIDE, 'Three')).toBeUndefined();
});

test('links lead to other sites and other guides', () => {
  expect(targetOfLink('https://example.com/x')).toBe('https://example.com/x');
  expect(targetOfLink('webhooks.md#deliveries')).toBe('/docs/guides/webhooks#deliveries');
  expect(targetOfLink('javascript:alert(1)')).toBeUndefined();
  expect(targetOfLink('../README.md')).toBeUndefined();
});
