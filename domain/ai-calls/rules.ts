import Big from 'big.js';
import { AI_ERROR_KINDS } from '../../infra/ai/port.ts';

/** Re-exported because table files may not import the port. */
export { AI_CALL_TASKS } from '../../infra/ai/port.ts';

/** Outcomes of calls. */
export const OUTCOMES = ['ok', 'aborted', ...AI_ERROR_KINDS] as const;

/** Currency of prices, which are stored in millionths. */
export const CURRENCY = 'USD' as const;

/** Formats millionths as a decimal string. */
export function decimalPrice(micros: number): string {
  return new Big(micros).div(1_000_000).toFixed();
}
