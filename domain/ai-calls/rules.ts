import Big from 'big.js';
import { AI_ERROR_KINDS } from '../../infra/ai/port.ts';

/** What a call can be made for; tables may not look into the port themselves. */
export { AI_TASKS } from '../../infra/ai/port.ts';

/** How a call can end. */
export const OUTCOMES = ['ok', 'aborted', ...AI_ERROR_KINDS] as const;

/** Prices are in this currency, to the millionth. */
export const CURRENCY = 'USD' as const;

/** Millionths as a decimal string of the currency. */
export function decimalPrice(micros: number): string {
  return new Big(micros).div(1_000_000).toFixed();
}
