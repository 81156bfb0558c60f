import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execa } from 'execa';
import { type ProviderServer, startProviderServer } from '../../test/environment/ai-provider-server.ts';
import { PROVIDERS } from '../../test/environment/ai-providers.ts';
import { startHttpProxy } from '../../test/environment/http-proxy.ts';

const CHECK = fileURLToPath(new URL('./ai-check.ts', import.meta.url));

let server: ProviderServer;
beforeAll(async () => {
  const deepSeek = PROVIDERS.find(({ name }) => name === 'DeepSeek');
  if (!deepSeek) throw new Error('There is no such provider.');
  server = await startProviderServer({ ...deepSeek, refuses: [] });
});
afterAll(() => server.close());

async function check(settings: Record<string, string> = {}): Promise<{ exitCode: number | undefined; output: string }> {
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none', AI_MODEL: 'deepseek-chat', ...settings };
  const { exitCode, stdout } = await execa(process.execPath, [CHECK], { env, reject: false });
  return { exitCode, output: stdout };
}

test('says that half an answer is none, and with which finish reason it ended', async () => {
  server.endWith('insufficient_system_resource');
  const { exitCode, output } = await check();
  expect(exitCode).toBe(1);
  expect(output.match(/FAILS.*no capacity.*\(finish_reason insufficient_system_resource\)/g)).toHaveLength(4);
  server.endWith('something_new');
  expect((await check()).output).toMatch(/plain +FAILS.*before it was whole \(finish_reason something_new\)/);
});

test('names the tokens that were counted, once for each request', async () => {
  server.endWith(undefined);
  const { output } = await check();
  const [, requests, input] = /(\d+) requests, (\d+) tokens in/.exec(output) ?? [];
  expect(Number(input)).toBe(100 * Number(requests));
});

test('says that the outbound proxy refuses the provider', async () => {
  await using proxy = await startHttpProxy(() => 'HTTP/1.1 403 Forbidden');
  const settings = { OPENAI_BASE_URL: 'https://ai.example.com/v1', OUTBOUND_PROXY_URL: proxy.url };
  const { exitCode, output } = await check(settings);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/plain +FAILS.*could not be reached: The proxy of this service refuses the host of the URL/);
  expect(new Set(proxy.asked)).toEqual(new Set(['ai.example.com:443']));
});
