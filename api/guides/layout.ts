import { type Audience, GUIDES_PATH, type Guide, pathOf } from './guides.ts';

/** Where the guides of an audience begin, and where they are searched. */
export const ENTRANCES: Record<Audience, { path: string; searchPath: string; name: string }> = {
  partners: { path: GUIDES_PATH, searchPath: `${GUIDES_PATH}/search`, name: 'Guides for partners' },
  operators: {
    path: `${GUIDES_PATH}/operators`,
    searchPath: `${GUIDES_PATH}/operators/search`,
    name: 'Guides for operators',
  },
};

/** The style sheet of the pages. */
export const STYLE_PATH = '/docs/guides.css';
/** The icon of all pages. */
export const ICON_PATH = '/favicon.svg';
/** Characters of a search. */
export const MAX_QUERY_CHARACTERS = 100;

/** What differs between the pages. */
interface Content {
  title: string;
  audience: Audience;
  guides: readonly Guide[];
  /** Name of the guide that is shown. */
  current?: string;
  /** What was searched for. */
  query?: string;
  /** Markup of the page. */
  main: string;
}

/** A page with the guides of one audience beside it, a search in them, and the way to the others. */
export function layout({ title, audience, guides, current, query = '', main }: Content): string {
  const other = ENTRANCES[audience === 'partners' ? 'operators' : 'partners'];
  const entries = guides
    .filter((guide) => guide.audience === audience)
    .map(({ name, title: entry }) => {
      const mark = name === current ? ' aria-current="page"' : '';
      return `<li><a href="${pathOf(name)}"${mark}>${escapeHtml(entry)}</a></li>`;
    });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Marketwright</title>
<link rel="icon" href="${ICON_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<nav aria-label="${ENTRANCES[audience].name}">
<p><a href="/docs">API reference</a></p>
<form role="search" action="${ENTRANCES[audience].searchPath}">
<label>Search <input type="search" name="q" maxlength="${MAX_QUERY_CHARACTERS}" required value="${escapeHtml(query)}"></label>
<button>Search</button>
</form>
<ul>
${entries.join('\n')}
</ul>
<p><a href="${other.path}">${other.name}</a></p>
</nav>
<main>
${main}
</main>
</body>
</html>
`;
}

/** A text as text of HTML, also within attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
