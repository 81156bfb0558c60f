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

/** Processor time that a document may take, milliseconds; an honest one of 5 MiB takes two seconds of a slow core. */
export const MAX_CPU_MS = 20_000;
/** Memory that a document may take on the heap of its thread, MiB. */
export const MAX_HEAP_MIB = 256;
/** Memory that it may take in buffers besides, MiB. */
export const MAX_BUFFERS_MIB = 256;
/** Size of what is read of a compressed file when it is written out, bytes. */
export const MAX_INFLATED_BYTES = 32 * 1_048_576;
/** Longest text of a document, characters. */
export const MAX_CHARACTERS = 6_000_000;
/** Pages of a PDF. */
export const MAX_PAGES = 2_000;
