import { HOSTILE_ARCHIVES } from './archives.ts';
import type { HostileDocument } from './document.ts';
import { HOSTILE_OFFICE } from './office.ts';
import { HOSTILE_PDFS } from './pdfs.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** Documents that would end or hold up the process that reads them, in all formats. */
export const HOSTILE_DOCUMENTS: HostileDocument[] = [
  ...HOSTILE_ARCHIVES,
  ...HOSTILE_OFFICE,
  ...HOSTILE_TEXTS,
  ...HOSTILE_PDFS,
];

const WORST =
  /200,000 elements|four million|three million|600,000 cells|million paragraphs|lists in one another|1,999 pages|no drawing|garbage|quotations|50,000 deep/;

/** The twelve of them that cost most. */
export const WORST_DOCUMENTS: HostileDocument[] = HOSTILE_DOCUMENTS.filter(({ name }) => WORST.test(name));
