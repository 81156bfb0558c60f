import { describe, expect, test } from '@jest/globals';
import { undocumentedExports } from './undocumented.ts';

const namesIn = (...lines: string[]) => undocumentedExports(lines.join('\n')).map(({ name }) => name);

describe('exports that need a TSDoc line', () => {
  test.each([
    'export function findKey(id: number): void {}',
    'export async function findKey(id: number): Promise<void> {}',
    'export function readBody(text: string): unknown {}',
    'export const readBody = (text: string): unknown => text;',
    'export const readQuery = async (text: string) => text;',
    'export const readParams = text => text;',
    'export const LIMIT = 5;',
    'export class KeyBody {}',
    'export interface KeyRow {}',
    'export type KeyState = Exclude<State, Row<typeof keyTable>>;',
  ])('%s', (line) => {
    expect(undocumentedExports(line)).toEqual([{ line: 1, name: expect.any(String) }]);
    expect(namesIn('/** What it is. */', line)).toEqual([]);
    expect(namesIn('/** What it is. */', '// biome-ignore lint/a/b: a reason', line)).toEqual([]);
  });

  test('one line covers overloads and the type that is derived right below', () => {
    expect(namesIn('export function at(a: string): void;', 'export function at(a: number): void;')).toEqual(['at']);
    expect(namesIn('export const STATES = [];', 'export type State = (typeof STATES)[number];')).toEqual(['STATES']);
  });
});

test.each([
  'export const createKeyBody = z.object({ name: z.string() });',
  'export const createKeySchema = z',
  'export const updateKeyBody = createKeyBody.partial();',
  'export const keyParams = partnerParams.extend({',
  'export const listKeysQuery = withDayRange({',
  'export const keyQuery: z.ZodType<KeyQuery> = z.object({',
  'export type Key = z.infer<typeof keySchema>;',
  'export type KeyInput = z.input<typeof keySchema>;',
  'export type Key<T> = z.output<T>;',
  'export type KeyRow = Row<typeof keyTable>;',
  'export const keys = area({',
])('%s says enough', (line) => {
  expect(namesIn(line)).toEqual([]);
});
