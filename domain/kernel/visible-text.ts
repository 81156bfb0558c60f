/**
 * A character that shows by itself: no space, control or combining mark, and none that Unicode lets programs leave out, such as
 * joiners, fillers, soft hyphens, tags and variation selectors. Annotations, hieroglyph controls, the empty Braille pattern and
 * the empty note head are not drawn either.
 */
const VISIBLE = /[^\p{Z}\p{Cc}\p{M}\p{DI}\uFFF9-\uFFFB\u2800\u{13430}-\u{1343F}\u{1D159}]/u;

/** Whether a text has nothing that a reader could see. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The text, empty where it has nothing that a reader could see. */
export function withoutBlank(text: string): string {
  return isBlank(text) ? '' : text;
}
