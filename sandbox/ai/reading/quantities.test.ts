import { expect, test } from '@jest/globals';
import { isWithin, quantitiesOf, rangesOf } from './quantities.ts';

test.each([
  ['my labrador weighs 32 kilos', [{ value: 32, unit: 'kilogram', text: '32' }]],
  ['ein gerust mit 150 quadratmetern', [{ value: 150, unit: 'square', text: '150' }]],
  [
    'tengo 19 anos y 1.500 euros',
    [
      { value: 19, unit: 'year', text: '19' },
      { value: 1500, unit: 'money', text: '1.500' },
    ],
  ],
  ['2,5 km', [{ value: 2.5, unit: 'kilometre', text: '2,5' }]],
  ['0,500 kg', [{ value: 0.5, unit: 'kilogram', text: '0,500' }]],
  ['1.500,00 euros', [{ value: 1500, unit: 'money', text: '1.500,00' }]],
  ['ein monat, 1 monat', [{ value: 1, unit: 'month', text: '1' }]],
  ['12:30 hours, 1/2 hour, 2 t-shirts', []],
  ['sku-9999 and the year 2025', []],
])('the quantities of %s', (text, quantities) => {
  expect(quantitiesOf(text)).toEqual(quantities);
});

const most = (value: number) => ({ least: Number.NEGATIVE_INFINITY, most: value });
const least = (value: number) => ({ least: value, most: Number.POSITIVE_INFINITY });

test.each([
  ['dog up to 10 kg', [{ ...most(10), unit: 'kilogram' }]],
  ['dog 10 to 25 kg', [{ least: 10, most: 25, unit: 'kilogram' }]],
  ['dog over 25 kg', [{ ...least(25 + 1e-9), unit: 'kilogram' }]],
  ['not more than 10 kg', [{ ...most(10), unit: 'kilogram' }]],
  ['nicht unter 18 jahren', [{ ...least(18), unit: 'year' }]],
  ['no mas de 4 personas', [{ ...most(4), unit: 'person' }]],
  ['from 10 kg to 25 kg', [{ least: 10, most: 25, unit: 'kilogram' }]],
  ['desde 10 kg hasta 25 kg', [{ least: 10, most: 25, unit: 'kilogram' }]],
  ['uber 10 kg bis 25 kg', [{ least: 10 + 1e-9, most: 25, unit: 'kilogram' }]],
  ['between 10 kg and 25 kg', [{ least: 10, most: 25, unit: 'kilogram' }]],
  ['parcels of 10 kg and 25 kg', []],
  ['between 2 and 30 minutes', [{ least: 2, most: 30, unit: 'minute' }]],
  ['2-3 days', [{ least: 2, most: 3, unit: 'day' }]],
  ['10:00 to 12 hours, room 12 - 3 days, 2 hours and 30 minutes', []],
  ['anlieferung bis zu 25 km', [{ ...most(25), unit: 'kilometre' }]],
  ['gruppen ab 10 personen', [{ ...least(10), unit: 'person' }]],
  ['hay que haber cumplido 21 anos', [{ ...least(21), unit: 'year' }]],
  ['un andamio de hasta 200 metros cuadrados', [{ ...most(200), unit: 'square' }]],
  ['the dog weighs 10 kg', []],
])('the ranges of %s', (text, ranges) => {
  expect(rangesOf(text)).toEqual(ranges);
});

test('a range holds for its ends', () => {
  const [range] = rangesOf('10 to 25 kg');
  const holds = (value: number) => range !== undefined && isWithin({ value, unit: 'kilogram', text: '' }, range);
  expect([9, 10, 25, 26].map(holds)).toEqual([false, true, true, false]);
});

test('a number is not under or over itself', () => {
  for (const text of ['under 16 years', 'over 16 years']) {
    const [range] = rangesOf(text);
    expect(range && isWithin({ value: 16, unit: 'year', text: '16' }, range)).toBe(false);
  }
});
