import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const READ = `
  const { momentOfHttpDate } = await import(process.env.MODULE);
  console.log(JSON.stringify(process.argv.slice(1).map((text) => momentOfHttpDate(text))));`;

test.each(['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu'])(
  'a process in %s reads dates of HTTP as UTC',
  async (zone) => {
    // Those of RFC 9110.
    const dates = [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
      'soon',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', READ, ...dates], {
      env: { ...process.env, TZ: zone, MODULE: new URL('http-date.ts', import.meta.url).href },
    });
    const moment = Date.parse('1994-11-06T08:49:37Z');
    // JSON has no NaN.
    expect(JSON.parse(stdout)).toEqual([moment, moment, moment, null]);
  },
);
