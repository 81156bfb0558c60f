import { z } from 'zod';

/** A passage as evidence for an answer. */
export interface Passage {
  /** Citation id, such as `P1`. */
  id: string;
  /** null: from the platform's documentation, or sent by the caller. */
  document_id: number | null;
  document: string;
  section: string;
  text: string;
  /** BCP 47; null: unknown. */
  language: string | null;
}

/** A retrieved passage, before it gets its citation id. */
export type RetrievedPassage = Omit<Passage, 'id'>;

const material = z.object({
  document_id: z.number().nullable(),
  document: z.string(),
  section: z.string(),
  text: z.string(),
  language: z.string().nullable(),
});

/** The passages of a step, retrieved or sent by the caller. */
export function passagesOf(settings: Record<string, unknown>, context: Record<string, unknown>): Passage[] {
  const found = z.array(material).catch([]).parse(context['passages']);
  const sent = z.array(z.string()).catch([]).parse(settings['passages']);
  const sentByCaller = sent.map(
    (text, index): RetrievedPassage => ({
      document_id: null,
      document: `Passage ${index + 1} of the settings`,
      section: '',
      text,
      language: null,
    }),
  );
  return [...sentByCaller, ...found].map((passage, index) => ({ id: `P${index + 1}`, ...passage }));
}

/** Passages as prompt inputs, by citation id. */
export function passageInputs(passages: readonly Passage[]): Record<string, unknown> {
  return Object.fromEntries(passages.map(({ id, document, section, text }) => [id, { document, section, text }]));
}
