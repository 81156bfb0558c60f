/** Formats that are made of Markdown in a child process. */
export type ConvertedFormat = 'html' | 'docx';

/** A text to convert. */
export interface Job {
  format: ConvertedFormat;
  title: string;
  /** Markdown. */
  body: string;
}
