import type { Page } from '../kernel/page.ts';
import type { AiCallRow } from './table.ts';

/** Totals of several calls. */
interface AiCallTotals {
  input_tokens: number;
  output_tokens: number;
  /** Only calls with a price. */
  price_micros: number;
  unpriced_calls: number;
}

/** A page of calls with the totals of all calls that match the filter. */
export interface AiCallPage extends Page<AiCallRow> {
  totals: AiCallTotals;
}
