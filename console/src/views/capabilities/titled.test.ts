import { expect, test } from '@jest/globals';
import { titled } from './titled.ts';

test('every field has a title: its own, or its name in words', () => {
  const schema = {
    type: 'object',
    required: ['call_to_action'],
    properties: {
      call_to_action: { type: 'string', description: 'What the reader should do.' },
      url: { type: 'string', title: 'Address' },
      rivals: { type: 'array', items: { type: 'object', properties: { home_page: { type: 'string' } } } },
    },
  };
  expect(titled(schema)).toEqual({
    type: 'object',
    required: ['call_to_action'],
    properties: {
      call_to_action: { title: 'Call to action', type: 'string', description: 'What the reader should do.' },
      url: { title: 'Address', type: 'string' },
      rivals: {
        title: 'Rivals',
        type: 'array',
        items: { type: 'object', properties: { home_page: { title: 'Home page', type: 'string' } } },
      },
    },
  });
});
