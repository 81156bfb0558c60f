import type { CatalogueEntry } from '../listing.ts';
import { escapeHtml, pagePath } from './html.ts';

/** The front page: each listing with what it is there to show, and how to change them. */
export function indexPage(entries: readonly CatalogueEntry[]): string {
  const rows = entries
    .map(
      ({ id, listing, shows }) =>
        `<tr><td><a href="${escapeHtml(pagePath(id))}">${escapeHtml(id)}</a></td><td>${escapeHtml(listing.title)}</td><td>${escapeHtml(shows)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sandbox Marketplace</title>
<style>body { font-family: sans-serif; margin: 2rem auto; max-width: 70rem } td { padding: .3rem 1rem .3rem 0; vertical-align: top }</style>
</head>
<body>
<h1>Sandbox Marketplace</h1>
<p>Invented products, good and bad, to try the scoring of listings on. <code>PUT /__sandbox/listings/{id}</code> with fields as JSON
changes one or adds one, <code>DELETE</code> undoes it; <code>PUT /__sandbox/faults</code> makes pages fail;
<code>GET /__sandbox/requests</code> tells what was asked.</p>
<table>
${rows}
</table>
</body>
</html>
`;
}
