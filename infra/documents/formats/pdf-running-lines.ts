import type { Line } from './pdf-lines.ts';
import { tableFrom } from './pdf-tables.ts';

/** Lines at the top and at the bottom of a page that may be its header or footer. */
const EDGE_LINES = 3;
/** Pages on which a line is at least repeated to be one. */
const MIN_PAGES = 3;
/** The same as a share of all pages; chapters have headers of their own. */
const MIN_SHARE = 0.3;
/** Numbers in a line that may be the one of its page. */
const MAX_NUMBERS = 4;

/**
 * The lines of pages with each running header and footer once: where it comes first. The headings of a table, which goes on over pages,
 * stay where they are.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const pagesWith = new Map<string, number>();
  for (const [page, lines] of pages.entries()) {
    for (const key of new Set(edgesOf(lines).flatMap((index) => keysOf(lines[index], page)))) {
      pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  const seen = new Set<string>();
  return pages.map((lines, page) => {
    const edges = new Set(edgesOf(lines));
    return lines.filter((line, index) => {
      if (!edges.has(index)) return true;
      const key = keysOf(line, page).find((each) => (pagesWith.get(each) ?? 0) >= least);
      if (key === undefined || tableFrom(lines, index).length > 0) return true;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    });
  });
}

/** Indices of the lines at the edges of a page. */
function edgesOf(lines: readonly Line[]): number[] {
  const indices = lines.map((_line, index) => index);
  return [...new Set([...indices.slice(0, EDGE_LINES), ...indices.slice(-EDGE_LINES)])];
}

/** What may be the same of a running line on each page: its words as they are, or with a number that grows by one a page. */
function keysOf(line: Line | undefined, page: number): string[] {
  if (!line) return [];
  const numbers = [...line.text.matchAll(/\d{1,6}/g)].slice(0, MAX_NUMBERS);
  const relative = numbers.map(({ 0: number, index }) => {
    const behind = line.text.slice(index + number.length);
    return `${line.text.slice(0, index)}#${Number(number) - page}#${behind}`;
  });
  return [line.text, ...relative];
}
