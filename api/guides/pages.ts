import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import type { Page } from '../health/pages.ts';
import { staticPage } from '../static-page.ts';

/** A guide for people. */
export interface Guide {
  /** Last part of its path. */
  name: string;
  title: string;
  markdown: string;
}

/** The guides at /docs/guides, from first steps on; each is a file of `docs/`, `start` is the README. */
const NAMES = [
  'start',
  'capabilities',
  'agents',
  'knowledge-bases',
  'templates',
  'triggers',
  'brand-voices',
  'agent-audit',
  'case-studies',
  'ai-writer',
  'dry-run',
  'gtm-schedule',
  'seo',
  'seo-rubric',
  'webhooks',
  'mcp',
  'oauth',
  'clients',
  'billing',
  'payments',
  'versioning',
  'ai-providers',
  'operations',
] as const;

/** Reads the guides. */
export function readGuides(): Guide[] {
  return NAMES.map((name) => {
    const file = name === 'start' ? '../../README.md' : `../../docs/${name}.md`;
    const markdown = readFileSync(new URL(file, import.meta.url), 'utf8');
    const title = name === 'start' ? 'Start' : (/^# (.+)$/m.exec(markdown)?.[1] ?? name);
    return { name, title, markdown };
  });
}

/** Path of the guides. */
const GUIDES_PATH = '/docs/guides';
/** The style sheet of the pages. */
const STYLE_PATH = '/docs/guides.css';
/** The icon of all pages. */
const ICON_PATH = '/favicon.svg';

/** A guide as a page, with the list of all beside it. */
export function renderGuide(guide: Guide, guides: readonly Guide[]): string {
  const entries = guides.map(({ name, title }) => {
    const current = name === guide.name ? ' aria-current="page"' : '';
    return `<li><a href="${pathOf(name)}"${current}>${escapeHtml(title)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(guide.title)} – Marketwright</title>
<link rel="icon" href="${ICON_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<nav aria-label="Guides">
<p><a href="/docs">API reference</a></p>
<ul>
${entries.join('\n')}
</ul>
</nav>
<main>
${parserFor(new Set(guides.map(({ name }) => name))).parse(guide.markdown)}
</main>
</body>
</html>
`;
}

/** Path of a guide's page. */
export function pathOf(name: string): string {
  return `${GUIDES_PATH}/${name}`;
}

/** Headings are link targets. Links between guides become links between pages; those to other files become text. */
function parserFor(known: ReadonlySet<string>): Marked {
  const marked = new Marked({ async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, known);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  });
  return marked;
}

function targetOf(href: string, known: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^(?:docs\/|\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const guide = name === 'README' ? 'start' : name;
  return known.has(guide) ? pathOf(guide) + anchor : undefined;
}

/** The anchor that common Markdown viewers give a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** They change only with a release, so clients may cache them for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
/** Our pages have no scripts and load nothing from another origin. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** The guides at /docs/guides, and the icon of all pages. */
export function guidePages(): Record<string, Page> {
  const guides = readGuides();
  const html = 'text/html; charset=utf-8';
  const pages = guides.map((guide): [string, Page] => [
    pathOf(guide.name),
    staticPage({
      contentType: html,
      cacheControl: CACHE_CONTROL,
      policy: POLICY,
      make: () => renderGuide(guide, guides),
    }),
  ]);
  const icon = file('favicon.svg', 'image/svg+xml');
  return {
    [GUIDES_PATH]: (ctx) => ctx.redirect(pathOf(guides[0]?.name ?? '')),
    [STYLE_PATH]: file('guides.css', 'text/css; charset=utf-8'),
    [ICON_PATH]: icon,
    // Browsers request it for pages that name no icon.
    '/favicon.ico': icon,
    ...Object.fromEntries(pages),
  };
}

function file(name: string, contentType: string): Page {
  return staticPage({
    contentType,
    cacheControl: CACHE_CONTROL,
    make: () => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'),
  });
}
