import render from 'dom-serializer';
import { Element, Text } from 'domhandler';
import { xmlText } from '../../xml-text.ts';

/** An element of a document, or nothing where it has no content. */
export type Node = Element | null;

/** An element with a text; null where there is none. */
export function leaf(name: string, text: string | null, attributes: Record<string, string> = {}): Node {
  const content = xmlText(text ?? '').trim();
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
