import { diffLines, diffWordsWithSpace } from 'diff';

/** Words that stayed, came or went. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** A stretch of the text: lines that stayed, or parts of lines that did not. */
export type DiffHunk = { kind: 'same'; lines: readonly string[] } | { kind: 'changed'; parts: readonly DiffPart[] };

/** Words, or lines, that came or went before a passage counts as written anew; to find more of them takes people's time. */
const MAX_EDITS = 500;
/** Share of the shorter text that must have stayed: words here and there that are the same by chance tell nothing. */
const MIN_SHARED = 0.4;

/** What became of a text: first by lines, which are the paragraphs of Markdown, then by the words of those that were changed. */
export function diffText(before: string, after: string): DiffHunk[] {
  const changes = diffLines(endLine(before), endLine(after), { maxEditLength: MAX_EDITS });
  if (!changes) return [{ kind: 'changed', parts: replaceAll(before, after) }];
  const hunks: DiffHunk[] = [];
  for (const [index, { value, added, removed }] of changes.entries()) {
    const previous = changes[index - 1];
    if (!added && !removed) hunks.push({ kind: 'same', lines: linesOf(value) });
    else if (removed && changes[index + 1]?.added) continue;
    else if (added && previous?.removed) hunks.push({ kind: 'changed', parts: diffWords(previous.value, value) });
    else hunks.push({ kind: 'changed', parts: [{ kind: added ? 'added' : 'removed', text: value }] });
  }
  return hunks;
}

/** What became of a line or a paragraph; of one that shares little with what was there before, the two texts whole. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (!changes) return replaceAll(before, after);
  const stayed = changes.reduce(
    (letters, { value, added, removed }) => letters + (added || removed ? 0 : lettersOf(value)),
    0,
  );
  if (stayed < MIN_SHARED * Math.min(lettersOf(before), lettersOf(after))) return replaceAll(before, after);
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function replaceAll(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

function lettersOf(text: string): number {
  return text.replace(/\s/g, '').length;
}

/** The last line would count as changed where the other text ends without a break. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
