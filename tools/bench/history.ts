import { execFileSync } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Result } from './measurement.ts';

const HISTORY = fileURLToPath(new URL('../../docs/benchmarks/history.csv', import.meta.url));
type Column = 'commit' | 'date' | 'measurement' | 'ratio' | 'least' | 'greatest' | 'aim';

/** A result of a commit. */
export interface Recorded {
  commit: string;
  /** UTC day of the measurement. */
  date: string;
  measurement: string;
  ratio: number;
  /** Least and greatest ratio of the rounds; null where there was one round. */
  spread: [least: number, greatest: number] | null;
  aim: string;
}

/** The commit of the working tree. Throws when something is not committed: the results would be another program's. */
export function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--untracked-files=no') !== '') {
    throw new Error('Commit before you record results, which belong to a commit.');
  }
  return git('rev-parse', '--short=10', 'HEAD');
}

/** Adds the results to the history. */
export async function record(
  results: readonly Result[],
  { commit, now }: { commit: string; now: Date },
): Promise<void> {
  await appendFile(HISTORY, linesOf(results, { commit, now }));
}

/** The history, oldest first. */
export async function readHistory(): Promise<Recorded[]> {
  return recordedIn(await readFile(HISTORY, 'utf8'));
}

/** The results as lines of the history. */
export function linesOf(results: readonly Result[], { commit, now }: { commit: string; now: Date }): string {
  const date = now.toISOString().slice(0, 10);
  return stringify(
    results.map(({ name, ratio, spread, aim }) => {
      return [commit, date, name, ...[ratio, ...(spread ?? ['', ''])].map(rounded), aim];
    }),
  );
}

/** The results in a history's text, which begins with the names of its columns. */
export function recordedIn(csv: string): Recorded[] {
  const rows: Record<Column, string>[] = parse(csv, { columns: true });
  return rows.map(({ commit, date, measurement, ratio, least, greatest, aim }) => ({
    commit,
    date,
    measurement,
    ratio: Number(ratio),
    spread: least === '' ? null : [Number(least), Number(greatest)],
    aim,
  }));
}

function rounded(value: number | string): string {
  return typeof value === 'number' ? value.toPrecision(3) : value;
}
