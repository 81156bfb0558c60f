import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = globSync('{*.md,docs/**/*.md,.github/**/*.md}', { cwd: ROOT }).sort();
const FOLDERS = [
  'activities',
  'api',
  'console',
  'docs',
  'domain',
  'examples',
  'infra',
  'sandbox',
  'test',
  'tools',
  'worker',
  'workflows',
];
/** A path below a top-level folder. Patterns (`<area>`, `*`, `{a,b}`, `…`, `NNNN-name`) name no single file. */
const CODE_PATH = new RegExp(`^(?:${FOLDERS.join('|')})/[\\w./-]*$`);
/** Made by a command or a recipe, or a method of MCP, so not files of the repository. */
const GENERATED = /^(console\/(dist|src\/api\/generated)\b|.*NNNN|tools\/(call|list)$)/;

/** A page without its fenced blocks, which are examples. */
const proseOf = (page: string) => readFileSync(path.join(ROOT, page), 'utf8').replace(/^```.*?^```$/gms, '');

test.each(PAGES)('%s links to pages and headings that exist', (page) => {
  const broken = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target) && !isLinkTarget(page, target));
  expect(broken).toEqual([]);
});

test.each(PAGES)('%s names files that exist', (page) => {
  const missing = [...proseOf(page).matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => CODE_PATH.test(code) && !GENERATED.test(code) && !existsSync(path.join(ROOT, code)));
  expect(missing).toEqual([]);
});

test('docs/README.md leads to every page', () => {
  const index = readFileSync(path.join(ROOT, 'docs/README.md'), 'utf8');
  const pages = globSync('docs/*.md', { cwd: ROOT }).map((page) => path.basename(page));
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`(${page})`))).toEqual([]);
});

function isLinkTarget(page: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const linked = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(ROOT, linked))) return false;
  return heading === undefined || (statSync(path.join(ROOT, linked)).isFile() && headingsOf(linked).includes(heading));
}

/** Anchors as hosting platforms derive them from headings. */
function headingsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
