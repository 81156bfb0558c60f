import { expect, test } from '@jest/globals';
import { csvOf } from './csv.ts';

test('quotes texts, and leaves numbers as they are', () => {
  expect(
    csvOf([
      ['Name', 'Requests'],
      ['Ada "the first", Byron', 12],
    ]),
  ).toBe('\uFEFF"Name","Requests"\r\n"Ada ""the first"", Byron",12\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a name such as %j is no formula',
  (name) => {
    expect(csvOf([[name]])).toBe(`\uFEFF"'${name}"\r\n`);
  },
);
