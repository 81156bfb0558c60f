/** Where the service has its guides. */
const GUIDES_PATH = '/docs/guides';
const FENCE = /^(?:```|~~~)/;

/** The page of a guide. */
export function pageOf(guide: string): string {
  return `${GUIDES_PATH}/${guide}`;
}

/** The text of a guide, as it is written. Throws when it cannot be read. */
export async function readGuide(guide: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(`${pageOf(guide)}.md`, { signal });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  const lines = (await answer.text()).split('\n');
  // Without the remarks for the tests of the guides, which have lines of their own.
  return lines.filter((line) => !line.startsWith('<!--')).join('\n');
}

/** A section of a guide with its heading; undefined where it has none of that name. */
export function sectionOf(markdown: string, heading: string): string | undefined {
  const lines = markdown.split('\n');
  const begin = lines.indexOf(`## ${heading}`);
  if (begin < 0) return undefined;
  let inCode = false;
  const end = lines.findIndex((line, index) => {
    if (index <= begin) return false;
    if (FENCE.test(line)) inCode = !inCode;
    return !inCode && /^##? /.test(line);
  });
  return lines.slice(begin, end < 0 ? undefined : end).join('\n');
}

/** Where a link of a guide leads: to other sites, or to the page of another guide; undefined: nowhere from here. */
export function targetOfLink(href: string): string | undefined {
  if (/^https?:/.test(href)) return href;
  const [, guide, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return guide === undefined ? undefined : pageOf(guide) + anchor;
}
