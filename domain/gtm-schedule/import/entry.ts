import type { ErrorDetails } from '../../kernel/problems.ts';

/** Most events and series of a file. */
export const MAX_ENTRIES = 1_000;

/** What the entries of a file get where they say nothing themselves. */
export interface ImportDefaults {
  /** Zone of times without one; IANA name. */
  timezone: string;
  event_type?: string | undefined;
  channel?: string | undefined;
  campaign_id?: number | null | undefined;
}

/** An event or a series as a file has it: a body of `POST …/events` or, with `recurrence`, of `POST …/series`, not validated yet. */
export interface FileEntry {
  /** Where it begins in the file, from 1 on. */
  line: number;
  /** What it is recognized by when the file is imported again. */
  uid: string;
  body: Record<string, unknown>;
  /** Times of a series that it leaves out. */
  excluded: readonly Date[];
}

/** What cannot be imported, and why, by its fields. */
export interface FileProblem {
  line: number;
  title: string | null;
  problems: ErrorDetails;
}

/** One or the other, in the order of the file. */
export type FilePart = { entry: FileEntry } | { problem: FileProblem };

/** Longest id of an entry, characters. */
export const MAX_UID_LENGTH = 255;
