import { diffWords } from '../diff.ts';

/** A stretch of a passage and of what is suggested for it: what both have, or a change that is taken over or left. */
export type Piece = { kind: 'same'; text: string } | { kind: 'change'; before: string; after: string };

/** The pieces of a suggestion. Changes with nothing but spaces and punctuation between them are one. */
export function piecesOf(passage: string, suggestion: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { kind, text } of diffWords(passage, suggestion)) {
    const last = pieces.at(-1);
    if (kind === 'same' && !(last?.kind === 'change' && !/[\p{L}\p{N}]/u.test(text))) pieces.push({ kind, text });
    else if (last?.kind === 'change') {
      if (kind !== 'added') last.before += text;
      if (kind !== 'removed') last.after += text;
    } else pieces.push({ kind: 'change', before: kind === 'removed' ? text : '', after: kind === 'added' ? text : '' });
  }
  return pieces;
}

/** The passage with the changes, except for those that are left: places among the pieces. */
export function textOf(pieces: readonly Piece[], left: ReadonlySet<number>): string {
  return pieces
    .map((piece, index) => {
      if (piece.kind === 'same') return piece.text;
      return left.has(index) ? piece.before : piece.after;
    })
    .join('');
}
