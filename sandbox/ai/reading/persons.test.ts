import { expect, test } from '@jest/globals';
import { hasName, hasPerson } from './persons.ts';

test.each([
  'The chair is Nora Hale.',
  'La responsable de calidad es Nuria Echevarría',
  'Bußgelder trägt der Fahrer.',
  'We bear the cost.',
  'Contabilidad emitió una factura el mismo día.',
  'The head of department agrees.',
])('has a person, a role, a group or an office: %s', (sentence) => {
  expect(hasPerson(sentence)).toBe(true);
});

test.each(['The boats are checked in winter.', 'Die Räume werden im Sommer gereinigt.', 'Los pagos vencen en otoño.'])(
  'has nobody: %s',
  (sentence) => {
    expect(hasPerson(sentence)).toBe(false);
  },
);

test('two German nouns with a capital are no name', () => {
  expect(hasName('Die Reinigung Montag')).toBe(false);
  expect(hasName('Das prüft Tjark Mommsen.')).toBe(true);
});
