import Big from 'big.js';
import type { AiUsage } from './port.ts';

/** US dollars for a million tokens, as decimal strings. */
interface ModelPrice {
  input: string;
  output: string;
}

/** Prices by model. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** List prices without discounts (cache, batch), from the providers' public price pages as of 2025; a file of the operator's goes first. */
export const LIST_PRICES: PriceTable = {
  'gpt-5': { input: '1.25', output: '10' },
  'gpt-5-mini': { input: '0.25', output: '2' },
  'gpt-5-nano': { input: '0.05', output: '0.4' },
  'gpt-4.1': { input: '2', output: '8' },
  'gpt-4.1-mini': { input: '0.4', output: '1.6' },
  'gpt-4.1-nano': { input: '0.1', output: '0.4' },
  'gpt-4o': { input: '2.5', output: '10' },
  'gpt-4o-mini': { input: '0.15', output: '0.6' },
  'gemini-2.5-pro': { input: '1.25', output: '10' },
  'gemini-2.5-flash': { input: '0.3', output: '2.5' },
  'mistral-large-latest': { input: '2', output: '6' },
  'mistral-small-latest': { input: '0.1', output: '0.3' },
  'marketwright-sandbox': { input: '0', output: '0' },
  'marketwright-sandbox-mini': { input: '0', output: '0' },
};

/** Cost of the tokens in millionths of a US dollar; null when the model has no price. */
export function priceMicros(prices: PriceTable, model: string, { inputTokens, outputTokens }: AiUsage): number | null {
  const price = prices[model] ?? prices[bareName(model)];
  if (!price) return null;
  // A dollar for a million tokens is a millionth of a dollar for one.
  return new Big(price.input).times(inputTokens).plus(new Big(price.output).times(outputTokens)).round(0).toNumber();
}

/** `openai/gpt-5-mini-2025-08-07` of a gateway is `gpt-5-mini`. */
function bareName(model: string): string {
  return (model.split('/').at(-1) ?? model).replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
}
