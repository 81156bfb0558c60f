import { Marked, type Tokens } from 'marked';
import { anchorOf, type Guide, pathOf } from './guides.ts';
import { escapeHtml, layout } from './layout.ts';

/** A guide as a page. */
export function renderGuide(guide: Guide, guides: readonly Guide[]): string {
  const main = parserFor(new Set(guides.map(({ name }) => name))).parse(guide.markdown) as string;
  return layout({ title: guide.title, audience: guide.audience, guides, current: guide.name, main });
}

/**
 * Headings are link targets. Links between guides become links between pages; those to other files become text, and so do
 * pictures, which are not served.
 */
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
      image: ({ text }: Tokens.Image) => `<em>${escapeHtml(text)}</em>`,
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
