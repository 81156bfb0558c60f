import { expect, test } from '@jest/globals';
import { imageFormatOf } from './links.ts';

test.each([
  ['image/png', 'png'],
  ['IMAGE/JPEG; quality=1', 'jpeg'],
  ['image/svg+xml ; charset=utf-8', 'svg'],
  ['jpg', 'jpeg'],
  ['.webp', 'webp'],
  ['image/vnd.ms-icon', null],
  ['png or jpeg, as you like it', null],
  ['', null],
  [undefined, null],
])('the format of %j is %s', (name, format) => {
  expect(imageFormatOf(name)).toBe(format);
});
