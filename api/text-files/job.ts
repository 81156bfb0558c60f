import type { TextFormat } from '../../domain/kernel/text-formats.ts';

/** Formats that are made of Markdown in a child process. */
export type ConvertedFormat = Exclude<TextFormat, 'markdown'>;

/** A text to convert. */
export interface Job {
  format: ConvertedFormat;
  title: string;
  /** Markdown. */
  body: string;
}
