import type { TextFormat } from '../../domain/kernel/text-formats.ts';
import type { TextImage } from './images.ts';

/** Formats that are made of Markdown in a child process. */
export type ConvertedFormat = Exclude<TextFormat, 'markdown'>;

/** A text to convert. */
export interface Job {
  format: ConvertedFormat;
  title: string;
  /** Markdown. */
  body: string;
  /** What the text shows; pictures that are elsewhere stay there. */
  images: readonly TextImage[];
}
