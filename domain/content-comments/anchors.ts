/** Part of a text that an edit has left as it was. */
interface KeptPart {
  /** Where it begins in the text before, UTF-16 code units. */
  from: number;
  /** Where it begins now. */
  to: number;
  length: number;
}

/** A passage of a text, UTF-16 code units. */
export interface Passage {
  start: number;
  length: number;
}

/** What the parts of texts are divided by, one after another: lines, then words. */
const SEPARATORS = ['\n', ' '];
/** Lines and words that are compared with each other in one edit; what is left of longer texts counts as changed. */
const MAX_PIECES = 8_000;

/**
 * Where passages of a text are after an edit; null for those that the edit has touched. Takes time in proportion to the texts:
 * beginnings and ends that are alike stay, lines that both have once and in the same order, and in what lies between those the same
 * of words.
 */
export function movePassages(before: string, after: string, passages: readonly Passage[]): (number | null)[] {
  const kept = joined(keptParts({ from: 0, to: 0, before, after }, SEPARATORS, { pieces: MAX_PIECES }));
  return passages.map(({ start, length }) => {
    const part = kept[countUntil(kept.length, (index) => (kept[index]?.from ?? 0) <= start) - 1];
    return part && start + length <= part.from + part.length ? start - part.from + part.to : null;
  });
}

/** How many of the first numbers the condition holds for; it holds for none after those. */
function countUntil(size: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Two texts, and where they stand in the whole ones. */
interface Gap {
  from: number;
  to: number;
  before: string;
  after: string;
}

function keptParts(gap: Gap, separators: readonly string[], budget: { pieces: number }): KeptPart[] {
  const { from, to, before, after } = gap;
  const most = Math.min(before.length, after.length);
  const head = commonStart(before, after, most);
  const tail = commonEnd(before, after, most - head);
  const inner = {
    from: from + head,
    to: to + head,
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  };
  return [
    { from, to, length: head },
    ...keptPieces(inner, separators, budget),
    { from: from + before.length - tail, to: to + after.length - tail, length: tail },
  ];
}

/** The pieces that both texts have once and in the same order, with what is kept between those. */
function keptPieces(gap: Gap, separators: readonly string[], budget: { pieces: number }): KeptPart[] {
  const [separator, ...finer] = separators;
  if (separator === undefined || gap.before === '' || gap.after === '') return [];
  const old = piecesOf(gap.before, separator, budget);
  const now = piecesOf(gap.after, separator, budget);
  if (!old || !now) return [];
  const parts: KeptPart[] = [];
  let [atOld, atNow] = [0, 0];
  for (const pair of [...sharedPieces(old, now), { from: gap.before.length, to: gap.after.length, length: 0 }]) {
    const between = {
      from: gap.from + atOld,
      to: gap.to + atNow,
      before: gap.before.slice(atOld, pair.from),
      after: gap.after.slice(atNow, pair.to),
    };
    parts.push(...keptParts(between, finer, budget));
    parts.push({ from: gap.from + pair.from, to: gap.to + pair.to, length: pair.length });
    [atOld, atNow] = [pair.from + pair.length, pair.to + pair.length];
  }
  return parts;
}

function sharedPieces(old: readonly Piece[], now: readonly Piece[]): KeptPart[] {
  const [oldPlaces, places] = [onlyPlaces(old), onlyPlaces(now)];
  const pairs = old.flatMap(({ start, text }) => {
    const there = places.get(text);
    return there && oldPlaces.get(text) ? [{ from: start, to: there.start, length: text.length }] : [];
  });
  return longestRising(pairs);
}

function commonStart(one: string, other: string, most: number): number {
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function commonEnd(one: string, other: string, most: number): number {
  let length = 0;
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)) {
    length += 1;
  }
  return length;
}

/** A line or a word. */
interface Piece {
  start: number;
  text: string;
}

/** The pieces of a text; null where it has more of them than are left to be compared. */
function piecesOf(text: string, separator: string, budget: { pieces: number }): Piece[] | null {
  const pieces = text.split(separator, budget.pieces + 1);
  if (pieces.length > budget.pieces) return null;
  budget.pieces -= pieces.length;
  let start = 0;
  return pieces.map((piece) => {
    const found = { start, text: piece };
    start += piece.length + separator.length;
    return found;
  });
}

/** Pieces by their text; undefined for those that come more than once. */
function onlyPlaces(pieces: readonly Piece[]): Map<string, Piece | undefined> {
  const places = new Map<string, Piece | undefined>();
  for (const piece of pieces) places.set(piece.text, places.has(piece.text) ? undefined : piece);
  return places;
}

/** The longest sequence of pairs, given by `from`, whose `to` rises, too: by patience sorting, in n log n. */
function longestRising(pairs: readonly KeptPart[]): KeptPart[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, { to }] of pairs.entries()) {
    const place = countUntil(ends.length, (end) => (pairs[ends[end] ?? 0]?.to ?? 0) < to);
    previous.push(ends[place - 1]);
    ends[place] = index;
  }
  const found: KeptPart[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at];
    if (pair) found.push(pair);
  }
  return found.toReversed();
}

/** Parts that follow on each other in both texts, as one. */
function joined(parts: readonly KeptPart[]): KeptPart[] {
  const found: KeptPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.length === 0) continue;
    if (last && last.from + last.length === part.from && last.to + last.length === part.to) last.length += part.length;
    else found.push({ ...part });
  }
  return found;
}

/**
 * Where a passage first comes in a text, or -1. In time proportional to both (Knuth, Morris and Pratt), whatever they are made of;
 * `indexOf` is not.
 */
export function placeOf(passage: string, text: string): number {
  const borders = [0];
  for (let at = 1, matched = 0; at < passage.length; at += 1) {
    while (matched > 0 && passage[at] !== passage[matched]) matched = borders[matched - 1] ?? 0;
    if (passage[at] === passage[matched]) matched += 1;
    borders.push(matched);
  }
  for (let at = 0, matched = 0; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== passage[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === passage[matched]) matched += 1;
    if (matched === passage.length) return at - matched + 1;
  }
  return -1;
}
