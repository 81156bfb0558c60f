import type pg from 'pg';
import type { Stack } from '../../infra/local/stack.ts';
import type { Comparison } from './statistics.ts';

/** What a measurement works with. */
export interface Bench {
  /** A separate whole product, on free ports. */
  stack: Stack;
  database: pg.Pool;
  /** Takes one line at a time about what is being done. */
  report(line: string): void;
}

/** One line of the table. Figures are text with their unit; the ratio is what counts, since both sides saw the same machine. */
export interface Result {
  name: string;
  ours: string;
  reference: string;
  ratio: number;
  /** Of the rounds' ratios; absent where there is one round. */
  spread?: Comparison['spread'];
  /** What the ratio should be, such as `>= 0.6`. */
  aim: string;
}

/** What one comparison gives to a line. */
export type Figures = Pick<Result, 'ours' | 'reference' | 'ratio' | 'spread'>;

/** One measurement, a file each. */
export interface Measurement {
  /** For `--only`. */
  name: string;
  run(bench: Bench): Promise<Result[]>;
}
