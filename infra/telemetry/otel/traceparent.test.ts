import { expect, test } from '@jest/globals';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`00-${TRACE}-${SPAN}-00`, 0],
  [`00-${TRACE}-${SPAN}-03`, 1],
  [`cc-${TRACE}-${SPAN}-01-what-comes-later`, 1],
])('%s is taken', (value, flags) => {
  expect(parseTraceparent(value)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags: flags, isRemote: true });
  expect(formatTraceparent({ traceId: TRACE, spanId: SPAN, traceFlags: flags })).toBe(`00-${TRACE}-${SPAN}-0${flags}`);
});

test.each([
  [undefined],
  [null],
  [7],
  [['00']],
  [{}],
  [''],
  [`00-${TRACE}-${SPAN}-01-more`],
  [`ff-${TRACE}-${SPAN}-01`],
  [`00-${'0'.repeat(32)}-${SPAN}-01`],
  [`00-${TRACE}-${'0'.repeat(16)}-01`],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}`],
  [`cc-${TRACE}-${SPAN}-01-${'x'.repeat(200)}`],
])('%j is ignored', (value) => {
  expect(parseTraceparent(value)).toBeUndefined();
});
