/** Characters that XML 1.0 has no place for (https://www.w3.org/TR/xml/#charsets). */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text with spaces in place of what cannot stand in XML; other texts stay as they are. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, ' ');
}
