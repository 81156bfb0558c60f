import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { AiObjectRequest } from './port.ts';
import { readObject } from './structured.ts';

const schema = z.object({ title: z.string(), tags: z.array(z.string()) });
const request = { schema, schemaName: 'answer' } as unknown as AiObjectRequest;
const object = { title: 'A "quoted" { brace', tags: ['x'] };
const json = JSON.stringify(object);

test.each([
  ['alone', json],
  ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['in a fence among sentences', `Sure:\n\`\`\`\n${json}\n\`\`\`\nAnything else?`],
  ['among sentences', `Here it is: ${json} I hope it serves.`],
  ['within another object', `{"answer": ${json}}`],
  ['as the only element of a list', `[${json}]`],
  ['as a text', JSON.stringify(json)],
])('an object %s is read', (_where, text) => {
  expect(readObject(text, request, 'json_schema')).toEqual(object);
});

test('what is no object, or not the one that was asked for, is told apart', () => {
  expect(() => readObject('Sure, here is {"what you": asked', request, 'words')).toThrow('not JSON');
  expect(() => readObject('{"name": 1}', request, 'json_schema')).toThrow('does not follow the schema');
  expect(readObject('{"name": 1}', request, 'words')).toEqual({ name: 1 });
  expect(readObject('{"title": 7, "tags": []}', request, 'json_schema')).toEqual({ title: 7, tags: [] });
});
