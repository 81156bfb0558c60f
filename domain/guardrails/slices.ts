/** Length of a slice where the text has a place to cut, UTF-16 units: some milliseconds of work for all rules. */
const SLICE = 2_000;
/** Longest slice; only a text without white space and punctuation reaches it. A JSON Web Token is shorter. */
export const MAX_SLICE = 8_000;
/** Longest sentence that is read as one; longer ones are cut. */
const MAX_SENTENCE = 400;

/** Cuts a text at the ends of lines or sentences, else at white space, so that no slice is longer than `MAX_SLICE`. */
export function* slicesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > SLICE) {
    const to = from + cutOf(text.slice(from, from + MAX_SLICE));
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

function cutOf(ahead: string): number {
  const near = ahead.slice(0, SLICE);
  const line = near.lastIndexOf('\n');
  if (line > SLICE / 4) return line + 1;
  const sentence = Math.max(...['. ', '! ', '? ', '。', '!', '?'].map((end) => near.lastIndexOf(end)));
  if (sentence > SLICE / 4) return sentence + 1;
  const space = near.lastIndexOf(' ');
  if (space > SLICE / 4) return space + 1;
  const later = ahead.slice(SLICE).search(/\s/);
  const cut = later === -1 ? ahead.length : SLICE + later + 1;
  // Half a character is none.
  return /[\uD800-\uDBFF]$/.test(ahead.slice(cut - 1, cut)) && cut > 1 ? cut - 1 : cut;
}

/** A part of a slice. */
export interface Span {
  start: number;
  end: number;
}

/** What may end a sentence. */
const MARK = /[\n。.!?…]/g;
const UNSPACED = /[\u3000-\u9FFF]/;
const WORD_END = /^[\p{L}\p{N})"]{3}$/u;
const SMALL_OR_NUMBER = /[\p{Ll}\p{N}]/u;

/** Whether a mark ends a sentence: a full stop does after a word of three letters or more, unless a small letter or a number follows. */
function isEnd(slice: string, at: number): boolean {
  const mark = slice.charAt(at);
  if (mark === '\n' || mark === '。') return true;
  const next = slice.charAt(at + 1);
  if (mark !== '.') return next === '' || /\s/.test(next) || UNSPACED.test(next);
  if (!/\s/.test(next) || !WORD_END.test(slice.slice(Math.max(0, at - 3), at))) return false;
  return !SMALL_OR_NUMBER.test(
    slice
      .slice(at + 1, at + 4)
      .trimStart()
      .charAt(0),
  );
}

/** The sentences of a slice that is normalised (NFKC); long ones are cut. */
export function sentencesOf(slice: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const add = (end: number) => {
    for (; end - start > MAX_SENTENCE; start += MAX_SENTENCE) spans.push({ start, end: start + MAX_SENTENCE });
    if (end > start) spans.push({ start, end });
    start = end;
  };
  for (const { index } of slice.matchAll(MARK)) if (isEnd(slice, index)) add(index + 1);
  add(slice.length);
  return spans;
}

/** Compatibility form (NFKC). A text that this would more than double stays as it is: one character may become eighteen. */
export function compatible(text: string): string {
  const composed = text.normalize('NFKC');
  return composed.length > text.length * 2 + 100 ? text : composed;
}

/** Compatibility form with straight quotes and plain spaces, so that `１００％` is `100%`. */
export function normalise(slice: string): string {
  return compatible(slice)
    .replace(/[‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\u00A0\u2000-\u200B\u202F]/g, ' ')
    .replace(/İ/g, 'I');
}
