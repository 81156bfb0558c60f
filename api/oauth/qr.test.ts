import { expect, test } from '@jest/globals';
import { qrOf } from './qr.ts';

test('a QR code is a path of its dark modules within a white border', () => {
  const { size, path } = qrOf('otpauth://totp/Marketwright:ada%40example.com?secret=ABC');
  const modules = Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => [Number(x), Number(y)] as const);
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')).toBe(path);
  for (const at of modules.flat()) expect(at >= 4 && at < size - 4).toBe(true);
});
