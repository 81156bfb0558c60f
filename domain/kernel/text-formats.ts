import { z } from 'zod';

/** Formats of a text as a file. */
export const TEXT_FORMATS = ['markdown', 'html', 'docx', 'pdf'] as const;
/** One of these formats. */
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Query of a text as a file. */
export const textFileQuery = z.object({
  format: z.enum(TEXT_FORMATS).default('markdown').describe('File format.'),
});
