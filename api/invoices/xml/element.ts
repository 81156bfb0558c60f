import render from 'dom-serializer';
import { Element, Text } from 'domhandler';

/** An element of a document, or nothing where it has no content. */
export type Node = Element | null;

/** Characters that XML 1.0 has no place for (https://www.w3.org/TR/xml/#charsets). */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** An element with a text; null where there is none. */
export function leaf(name: string, text: string | null, attributes: Record<string, string> = {}): Node {
  const content = text?.replace(NOT_XML, ' ').trim() ?? '';
  return content === '' ? null : new Element(name, attributes, [new Text(content)]);
}

/** An element with others in it; null where it would be empty. */
export function group(name: string, ...children: readonly (Node | readonly Node[])[]): Node {
  const content = children.flat().filter((child) => child !== null);
  return content.length === 0 ? null : new Element(name, {}, content);
}

/** An element without content, where a syntax asks for one. */
export function empty(name: string): Element {
  return new Element(name, {}, []);
}

/** The text of an element, with everything escaped that XML asks for. */
export function xmlOf(node: Node): string {
  return node === null ? '' : render(node, { xmlMode: true, encodeEntities: 'utf8' });
}
