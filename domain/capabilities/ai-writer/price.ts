import { PRICES } from '../catalogue/prices.ts';
import type { OutputOptions } from './body.ts';

const WORDS_PER_PRICE = 500;

/** Credits for texts: the price of `ai_writer` for each started 500 words that they may have together. */
export function writerPrice({ maximum_length, number_of_results }: Omit<OutputOptions, 'creativity'>): number {
  return PRICES.ai_writer * Math.ceil((maximum_length * number_of_results) / WORDS_PER_PRICE);
}
