import { diffLines, diffWordsWithSpace } from 'diff';

/** Words that are unchanged, added or removed. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** A hunk: unchanged lines, or the parts of changed ones. */
export type DiffHunk = { kind: 'same'; lines: readonly string[] } | { kind: 'changed'; parts: readonly DiffPart[] };

/** Passages with more changed words or lines are shown as replaced. Longer diffs are slow and hard to read. */
const MAX_EDITS = 500;
/** Share of the shorter text that must be unchanged. Below it, common words are a coincidence. */
const MIN_SHARED = 0.4;

/** Diffs two texts by lines, which are paragraphs in Markdown, then changed lines by words. */
export function diffText(before: string, after: string): DiffHunk[] {
  const changes = diffLines(withFinalNewline(before), withFinalNewline(after), { maxEditLength: MAX_EDITS });
  if (!changes) return [{ kind: 'changed', parts: replacement(before, after) }];
  const hunks: DiffHunk[] = [];
  for (const [index, { value, added, removed }] of changes.entries()) {
    const previous = changes[index - 1];
    if (!added && !removed) hunks.push({ kind: 'same', lines: splitLines(value) });
    else if (removed && changes[index + 1]?.added) continue;
    else if (added && previous?.removed) hunks.push({ kind: 'changed', parts: diffWords(previous.value, value) });
    else hunks.push({ kind: 'changed', parts: [{ kind: added ? 'added' : 'removed', text: value }] });
  }
  return hunks;
}

/** Diffs two passages by words. Passages that share little are shown as replaced. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (!changes) return replacement(before, after);
  const unchanged = changes.reduce(
    (letters, { value, added, removed }) => letters + (added || removed ? 0 : countLetters(value)),
    0,
  );
  if (unchanged < MIN_SHARED * Math.min(countLetters(before), countLetters(after))) return replacement(before, after);
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** One text in the place of another. */
export function replacement(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

function countLetters(text: string): number {
  return text.replace(/\s/g, '').length;
}

/** Avoids a change of the last line when only its line break differs. */
function withFinalNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
