/** Forms of documents that can be read. */
export type DocumentFormat = 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx' | 'xlsx' | 'pptx';

/** A part of a document under one heading. */
export interface Section {
  /** The headings above it, outermost first, joined by ` > `; empty before the first one. */
  title: string;
  /** Paragraphs with an empty line between them. */
  text: string;
  /** Whether the paragraphs are the rows of a table, each with the headings of its columns: `Product: X | Price: 12 EUR`. */
  isTable?: boolean;
}

/** A document as text. */
export interface DocumentText {
  sections: Section[];
  /** ISO 639-3 code of the likely language; null when it cannot be determined. */
  language: string | null;
  /** Whether the text is long and plain enough to rely on `language`. */
  isLanguageSure: boolean;
  /** What was left out: sentences for the partner, without text of the document. */
  notes: string[];
}

/** Reads a document. Throws DocumentError for one that cannot be read, and the signal's reason. */
export type ReadDocument = (format: DocumentFormat, bytes: Uint8Array) => Promise<DocumentText>;

/** Whose document is read. */
interface DocumentTurn {
  /** Fairness key: each has one turn at a time. */
  onBehalfOf: string;
  signal: AbortSignal;
}

/** Reads documents that strangers wrote, at a bounded cost. */
export interface DocumentReader {
  /**
   * Does the work, which reads documents, in a turn: bytes are loaded within it, so that those who wait have none in memory. Throws
   * DocumentsBusy, what the work throws, and the signal's reason.
   */
  inTurn<Result>(turn: DocumentTurn, work: (read: ReadDocument) => Promise<Result>): Promise<Result>;
}

/** Others are at work on documents; the same request may have a turn later. */
export class DocumentsBusy extends Error {
  constructor() {
    super('Other documents are being read');
    this.name = 'DocumentsBusy';
  }
}

/** Why a document cannot be read: a sentence for the partner, without text of the document. */
export class DocumentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
  }
}

/** Processor time that a document may take, milliseconds; an honest one of 5 MiB takes two seconds of a slow core. */
export const MAX_CPU_MS = 8_000;
/** Further processor time for each MiB, milliseconds. */
export const MAX_CPU_MS_PER_MIB = 1_500;
/** Memory that a document may take on the heap of its process, MiB. */
export const MAX_HEAP_MIB = 320;
/** Resident memory of the process that reads it, MiB: program, heap and buffers. */
export const MAX_RESIDENT_MIB = 640;
/** Formats that are compressed archives of XML. */
export type ArchiveFormat = 'docx' | 'xlsx' | 'pptx';
/** Size of what is read of a compressed file when it is written out, bytes; cells take more than words. */
export const MAX_INFLATED_BYTES: Readonly<Record<ArchiveFormat, number>> = {
  docx: 32 * 1_048_576,
  xlsx: 64 * 1_048_576,
  pptx: 32 * 1_048_576,
};
/** Files in a compressed file. */
export const MAX_ENTRIES = 5_000;
/** Elements of a document, all its parts together; cells take more than words. */
export const MAX_ELEMENTS: Readonly<Record<ArchiveFormat | 'html', number>> = {
  docx: 1_000_000,
  xlsx: 2_000_000,
  pptx: 1_000_000,
  html: 250_000,
};
/** Elements within one another in the XML of a document. */
export const MAX_DEPTH = 100;
/** Elements within one another in HTML; browsers stop at 512, too. */
export const MAX_HTML_DEPTH = 512;
/** Attributes of all elements of HTML. */
export const MAX_ATTRIBUTES = 1_000_000;
/** Columns of a table; those of a sheet. */
export const MAX_COLUMNS = 16_384;
/** Cells of all tables of a document. */
export const MAX_CELLS = 500_000;
/** Sheets of a workbook and slides of a presentation. */
export const MAX_LEAVES = 1_000;
/** Longest text of a document with its headings, characters. */
export const MAX_CHARACTERS = 6_000_000;
/** Sections of a document. */
export const MAX_SECTIONS = 100_000;
/** Pages of a PDF. */
export const MAX_PAGES = 2_000;
