import type { Page } from '../kernel/page.ts';
import type { AiCallRow } from './table.ts';

/** What several calls took together. */
interface AiCallTotals {
  input_tokens: number;
  output_tokens: number;
  /** Of the calls that have a price. */
  price_micros: number;
  unpriced_calls: number;
}

/** A page of calls, and what all that the filter admits took. */
export interface AiCallPage extends Page<AiCallRow> {
  totals: AiCallTotals;
}
