import type { DocumentFormat, DocumentText, Section } from './port.ts';

/** Job of a child: a document. */
export interface Job {
  format: DocumentFormat;
  bytes: Uint8Array;
}

/** A part of the result: sections, the rest at the end, or a problem alone. */
export type Part = { sections: Section[] } | { rest: Omit<DocumentText, 'sections'> } | { problem: string };

/** Sections in a part, so that no message holds up the process that receives it. */
export const SECTIONS_PER_PART = 1_000;
