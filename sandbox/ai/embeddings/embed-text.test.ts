import { expect, test } from '@jest/globals';
import { embedText } from './embed-text.ts';

const cosine = (one: string, other: string) => {
  const [a, b] = [embedText(one, 384), embedText(other, 384)];
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
};

test('of two texts that say the same the one in the language of the question is nearer', () => {
  const question = '¿Cuántos días de vacaciones hay?';
  const spanish = 'Hay 30 días de vacaciones.';
  const english = 'There are 30 days of vacation.';
  expect(cosine(question, spanish)).toBeGreaterThan(cosine(question, english) + 0.02);
});

test('another language is nearer than another subject', () => {
  const question = 'How much vacation do employees have?';
  expect(cosine(question, 'Die Beschäftigten haben 30 Tage Urlaub.')).toBeGreaterThan(
    cosine(question, 'The invoice is paid by bank transfer.') + 0.1,
  );
});

test('a text of no language that it knows has an embedding, too', () => {
  expect(cosine('SKU-9999', 'SKU-9999')).toBeCloseTo(1);
});
