import type { Brief } from '../brief/read-brief.ts';

/** A statement with where it stands. */
interface Cited extends Record<string, unknown> {
  text: string;
  passage: string;
  quote: string;
}

/** Fills an object that cites a passage of the inputs (`P1`, `P2`, …) by a sentence of it; undefined for any other object. */
export function citedText(properties: readonly string[], index: number, brief: Brief): Cited | undefined {
  if (!['text', 'passage', 'quote'].every((name) => properties.includes(name))) return undefined;
  const passages = brief.inputs.flatMap(({ name, value }) => {
    if (!/^p\d+$/.test(name) || typeof value !== 'object' || value === null || !('text' in value)) return [];
    const sentences = String(value.text).match(/[^\s#>|-][^.!?\n]{10,300}[.!?]?/g) ?? [];
    return sentences.length === 0 ? [] : [{ id: name.toUpperCase(), sentences }];
  });
  const passage = passages[index % Math.max(1, passages.length)];
  if (!passage) return undefined;
  const turn = Math.floor(index / passages.length);
  const quote = (passage.sentences[turn % passage.sentences.length] ?? '').trim();
  return { text: quote, passage: passage.id, quote };
}
