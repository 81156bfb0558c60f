/** Forms of documents that can be read. */
export type DocumentFormat = 'text' | 'markdown' | 'pdf' | 'docx';

/** A part of a document under one heading. */
export interface Section {
  /** The headings above it, outermost first, joined by ` > `; empty before the first one. */
  title: string;
  /** Paragraphs with an empty line between them. */
  text: string;
}

/** A document as text. */
export interface DocumentText {
  sections: Section[];
  /** ISO 639-3 code of the likely language; null when it cannot be determined. */
  language: string | null;
}

/** Reads documents that strangers wrote, at a bounded cost. */
export interface DocumentReader {
  /** Throws DocumentError for a document that cannot be read, and the signal's reason. */
  read(format: DocumentFormat, bytes: Uint8Array, signal: AbortSignal): Promise<DocumentText>;
}

/** Why a document cannot be read: a sentence for the partner, without text of the document. */
export class DocumentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
  }
}
