import type { CatalogueEntry, Charset } from '../listing.ts';
import { body } from './body.ts';
import { escapeHtml } from './html.ts';
import { jsonLd } from './json-ld.ts';
import { meta } from './meta.ts';

/** How a page is made. */
interface PageOptions {
  /** Of the server, for absolute addresses. */
  origin: string;
  charset: Charset;
  jsonLd: boolean;
}

/** The page of a listing. */
export function listingPage(entry: CatalogueEntry, options: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="${options.charset}">
<title>Sandbox Marketplace: ${escapeHtml(entry.listing.title)}</title>
${meta(entry, options.origin)}
${options.jsonLd ? jsonLd(entry, options.origin) : ''}
<style>body { font-family: sans-serif; max-width: 60rem; margin: 2rem auto }</style>
</head>
<body>
${body(entry)}
<script>document.documentElement.classList.add('ready');</script>
</body>
</html>
`;
}

/** A page on which there is no listing at all. */
export function emptyPage(): string {
  return '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Sandbox Marketplace</title></head><body></body></html>\n';
}

/**
 * The same page as careless tools leave it: end tags missing or crossed, attributes without quotes or given twice, a stray end tag, a
 * block of JSON that is none, and an end in mid-air. Browsers show it, so it has to be readable.
 */
export function malformed(html: string): string {
  return html
    .replace('<!doctype html>\n', '')
    .replace('<head>', '<head><script type="application/ld+json">{"@type": "Product", "name": "Broken",}</script>')
    .replaceAll('</li>', '')
    .replaceAll('</p>', '</b>')
    .replaceAll('<section id="description">', '<section id=description id="twice" class=\'open>\'><b><i>')
    .replaceAll('</section>', '</section></div></span>')
    .replace(/<\/main>[\s\S]*$/, '<table><tr><td>Sandbox <b>Marketplace<td><a href="/">Home<!-- cut off');
}
