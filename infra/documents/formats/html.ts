import { Parser } from 'htmlparser2';
import { DocumentError } from '../port.ts';
import { decodeHtml } from './decode.ts';
import { HtmlReader } from './html-reader.ts';
import type { FormatText } from './sections.ts';

/** Characters that the parser is given at once. */
const CHUNK = 65_536;

/** A page as it reads: in sections by its headings, without scripts, navigation and what is hidden. */
export function readHtml(bytes: Uint8Array): FormatText {
  const html = decodeHtml(bytes);
  const reader = new HtmlReader();
  const parser = new Parser(reader);
  for (let at = 0; at < html.length; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
  parser.end();
  if (reader.elements === 0) throw new DocumentError('The document is no HTML.');
  return { sections: reader.end() };
}
