import { z } from 'zod';
import type { Page } from '../health/pages.ts';
import type { Audience, Guide } from './guides.ts';
import { ENTRANCES, escapeHtml, layout, MAX_QUERY_CHARACTERS } from './layout.ts';
import { excerptOf, findSections, type Section, sectionsOf, wordsOf } from './search.ts';

const PER_PAGE = 10;

const searchSchema = z.object({
  q: z.string().trim().max(MAX_QUERY_CHARACTERS).default(''),
  page: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .default('1')
    .transform(Number),
});
type Search = z.output<typeof searchSchema>;

/** The search in the guides of one audience; `policy` is its Content-Security-Policy. */
export function searchPage(audience: Audience, guides: readonly Guide[], policy: string): Page {
  const sections = guides.filter((guide) => guide.audience === audience).flatMap(sectionsOf);
  return (ctx) => {
    const search = searchSchema.safeParse({ ...ctx.query });
    const main = search.success
      ? resultsOf(sections, search.data, ENTRANCES[audience].searchPath)
      : `<h1>Search</h1>\n<p>Search for one text of at most ${MAX_QUERY_CHARACTERS} characters; pages are numbers from 1.</p>`;
    ctx.status = search.success ? 200 : 422;
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.set('Content-Security-Policy', policy);
    ctx.body = layout({ title: 'Search', audience, guides, query: search.data?.q ?? '', main });
  };
}

function resultsOf(sections: readonly Section[], { q, page }: Search, path: string): string {
  if (q === '') return '<h1>Search</h1>\n<p>Which words do you look for?</p>';
  const words = wordsOf(q);
  const found = findSections(sections, words);
  const pages = Math.ceil(found.length / PER_PAGE);
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const link = (to: number, rel: string, text: string) =>
    to >= 1 && to <= pages
      ? `<a rel="${rel}" href="${escapeHtml(`${path}?${new URLSearchParams({ q, page: String(to) })}`)}">${text}</a>`
      : '';
  return `<h1>Search</h1>
<p>${found.length === 1 ? '1 section' : `${found.length} sections`} with “${escapeHtml(q)}”${pages > 1 ? `, page ${page} of ${pages}` : ''}</p>
<ol start="${(page - 1) * PER_PAGE + 1}">
${shown.map((section) => resultOf(section, words)).join('\n')}
</ol>
<p>${link(page - 1, 'prev', 'Previous page')} ${link(page + 1, 'next', 'Next page')}</p>`;
}

function resultOf(section: Section, words: readonly string[]): string {
  const excerpt = excerptOf(section, words).map(({ text, found }) =>
    found ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text),
  );
  const guide = section.guide === section.heading ? '' : ` <small>${escapeHtml(section.guide)}</small>`;
  return `<li><a href="${escapeHtml(section.path)}">${escapeHtml(section.heading)}</a>${guide}<br>${excerpt.join('')}</li>`;
}
