import { describe, expect, it, jest } from '@jest/globals';
import { createResolver, type NameSources } from './resolver.ts';

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

function resolver(sources: Partial<NameSources>) {
  const none = failing('ENOTFOUND');
  return createResolver({ resolve4: none, resolve6: none, lookup: none, ...sources });
}

describe('the resolver', () => {
  it('answers with both families', async () => {
    const resolve = resolver({ resolve4: async () => ['1.1.1.1'], resolve6: async () => ['2606:4700::1'] });
    expect(await resolve('both.test')).toEqual(['1.1.1.1', '2606:4700::1']);
  });

  it('answers with one family when the other fails', async () => {
    const resolve = resolver({ resolve4: async () => ['1.1.1.1'], resolve6: failing('ETIMEOUT') });
    expect(await resolve('four.test')).toEqual(['1.1.1.1']);
  });

  it('knows the names of the loopback without asking', async () => {
    const resolve4 = jest.fn(failing('ENOTFOUND'));
    const resolve = resolver({ resolve4 });
    expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(await resolve('hooks.localhost')).toEqual(['127.0.0.1', '::1']);
    expect(resolve4).not.toHaveBeenCalled();
  });

  it('asks the system for names that DNS does not know, and for no others', async () => {
    const lookup = jest.fn(async () => ['10.0.0.1']);
    expect(await resolver({ lookup })('hosts-file.test')).toEqual(['10.0.0.1']);
    const broken = resolver({ lookup, resolve4: failing('ETIMEOUT') });
    await expect(broken('tarpit.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('keeps few of the threads of the system busy at once', async () => {
    const waiting: (() => void)[] = [];
    const lookup = jest.fn(() => new Promise<string[]>((answer) => waiting.push(() => answer(['10.0.0.1']))));
    const resolve = resolver({ lookup });
    const answers = Promise.all(['a.test', 'b.test', 'c.test', 'd.test'].map(resolve));
    for (const expected of [2, 3, 4, 4]) {
      await new Promise(setImmediate);
      expect(lookup).toHaveBeenCalledTimes(expected);
      waiting.shift()?.();
    }
    expect(await answers).toHaveLength(4);
  });
});
