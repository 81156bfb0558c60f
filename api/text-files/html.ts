import { Marked } from 'marked';
import { xmlText } from '../xml-text.ts';
import { dataOf, imageAt, type TextImage } from './images.ts';
import type { Job } from './job.ts';
import { isSafeAddress } from './safe-address.ts';
import { decoded } from './tokens.ts';

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}img{max-width:100%}';

/** Most bytes of pictures in a page, as often as it shows each; instead of more it has their words. */
const MAX_EMBEDDED_BYTES = 16 * 1_048_576;

/** Markup in a text is shown as it is written; addresses of programs are dropped. */
function parserOf(images: readonly TextImage[]): Marked {
  let room = MAX_EMBEDDED_BYTES;
  return new Marked({
    renderer: {
      html: ({ text }) => escaped(text),
      tablecell({ header, align, tokens }) {
        const tag = header ? 'th' : 'td';
        return `<${tag}${align ? ` style="text-align:${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
      link({ href: written, tokens }) {
        const href = decoded(written);
        const text = this.parser.parseInline(tokens);
        return isSafeAddress(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
      },
      image({ href: address, text: words }) {
        const [href, text] = [decoded(address), decoded(words)];
        const image = imageAt(images, href);
        room -= image?.bytes.length ?? 0;
        if (image && room >= 0) return `<img src="${dataOf(image)}" alt="${escaped(text || image.alt_text)}">`;
        return isSafeAddress(href) ? `<img src="${escaped(href)}" alt="${escaped(text)}">` : escaped(text);
      },
    },
  });
}

/** A Markdown text as an HTML document, UTF-8. */
export function toHtml({ title, body, images }: Omit<Job, 'format'>): Uint8Array {
  // What XML has no place for, HTML forbids, too.
  const content = parserOf(images).parse(xmlText(body), { async: false });
  return Buffer.from(
    `<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escaped(xmlText(title))}</title>\n<style>${STYLE}</style>\n${content}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
