import { z } from 'zod';

/** A passage that an answer is to be written from. */
export interface Passage {
  /** By which it is cited, such as `P1`. */
  id: string;
  /** null: it is of the platform's own documentation, or was sent along. */
  document_id: number | null;
  document: string;
  section: string;
  text: string;
  /** BCP 47; null: unknown. */
  language: string | null;
}

/** What is found before an execution is accepted: everything but the name it is cited by. */
export type Material = Omit<Passage, 'id'>;

const material = z.object({
  document_id: z.number().nullable(),
  document: z.string(),
  section: z.string(),
  text: z.string(),
  language: z.string().nullable(),
});

/** The passages of a step, found or sent along. */
export function passagesOf(settings: Record<string, unknown>, context: Record<string, unknown>): Passage[] {
  const found = z.array(material).catch([]).parse(context['passages']);
  const sent = z.array(z.string()).catch([]).parse(settings['passages']);
  const given = sent.map(
    (text, index): Material => ({
      document_id: null,
      document: `Passage ${index + 1} of the settings`,
      section: '',
      text,
      language: null,
    }),
  );
  return [...given, ...found].map((passage, index) => ({ id: `P${index + 1}`, ...passage }));
}

/** Passages as inputs of a prompt, each under its name. */
export function passageInputs(passages: readonly Passage[]): Record<string, unknown> {
  return Object.fromEntries(passages.map(({ id, document, section, text }) => [id, { document, section, text }]));
}
