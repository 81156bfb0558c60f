import { expect, test } from '@jest/globals';
import { firstImage } from './first-image.ts';

test('the first image of its own that a text shows is found with its words', () => {
  expect(firstImage('A ![cat](https://example.com/cat.png) and ![a red field](image:12), ![x](image:13)')).toEqual({
    href: 'image:12',
    text: 'a red field',
  });
  expect(firstImage('![](image:3)')).toEqual({ href: 'image:3', text: '' });
});

test('a link, and what is no number, is no image', () => {
  expect(firstImage('No image.')).toBeUndefined();
  expect(firstImage('[a link](image:3) ![a](image:x) ![b](image:1234567890123456)')).toBeUndefined();
  expect(firstImage('![a](https://example.com) [b](image:7)')).toBeUndefined();
});

test('a text of brackets alone takes no longer than others', () => {
  const started = performance.now();
  expect(firstImage('![](image:'.repeat(20_000))).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1_000);
});
