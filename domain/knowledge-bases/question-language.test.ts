import { expect, test } from '@jest/globals';
import { languageOfQuestion } from './question-language.ts';

test.each([
  ['How many days of leave do I have?', 'en'],
  ['Price of HT-1707', 'en'],
  ['Restocking fee', 'en'],
  ['Wie viele Urlaubstage habe ich?', 'de'],
  ['Gibt es eine Garantie?', 'de'],
  ['Was kostet BL-310?', 'de'],
  ['¿Cuántos días de vacaciones tengo?', 'es'],
  ['Quien aprueba los viajes', 'es'],
  ['¿Se puede pagar a plazos?', 'es'],
  ['Kündigungsfrist', 'de'],
  ['SKU-1234', 'en'],
  ['', 'en'],
])('the language of %j is %s', (question, language) => {
  expect(languageOfQuestion(question)).toBe(language);
});
