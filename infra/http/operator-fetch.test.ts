import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { certificate } from '../../test/environment/certificate.ts';
import { httpEndpoint, tcpEndpoint } from '../../test/environment/endpoint.ts';
import { withFolder } from '../../test/environment/folder.ts';
import { startHttpProxy } from '../../test/environment/http-proxy.ts';

const encodings = 'br, br, br, br, br, br';
const answer = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encodings}\r\ntransfer-encoding: chunked\r\n\r\nno length\r\n`;

test('an answer in six encodings whose body breaks off is a failure of the call, and not the end of the process', async () => {
  await using endpoint = await tcpEndpoint((socket) => socket.on('data', () => socket.end(answer)));
  const program = `
    for (let call = 0; call < 3; call += 1)
      await operatorFetch('http://127.0.0.1:${endpoint.port}/').catch(({ message }) => console.log(message));`;
  expect(await linesOf(program)).toEqual(Array(3).fill('fetch failed'));
});

test('a process fetches through the proxy what the operator does not except', async () => {
  await using endpoint = await httpEndpoint(({ headers }, response) => response.end(headers.host));
  await using proxy = await startHttpProxy(() => ({ port: endpoint.port }));
  const direct = `localhost:${endpoint.port}`;
  const program = `
    import { outboundProxy } from ${moduleAt('proxy.ts')};
    fetchThrough(outboundProxy(new URL('${proxy.url}'), ['.internal', '10.0.0.0/8']));
    for (const host of ['ai.example.com', '[2001:db8::1]', '${direct}'])
      console.log(await (await operatorFetch('http://' + host + '/')).text());
    await operatorFetch('http://none.internal/').catch(({ cause }) => console.log(cause.code));`;
  const lines = await linesOf(program);
  expect(lines.slice(0, 3)).toEqual(['ai.example.com', '[2001:db8::1]', direct]);
  expect(lines[3]).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
  expect(proxy.asked).toEqual(['ai.example.com:80', '[2001:db8::1]:80']);
});

test.each(['127.0.0.1', 'localhost'])(
  'a proxy on TLS at %s proves its own name, and not that of the host behind it',
  (name) =>
    withFolder(async (folder) => {
      const authority = path.join(folder, 'authority.pem');
      await writeFile(authority, certificate.cert);
      await using endpoint = await httpEndpoint(({ headers }, response) => response.end(headers.host));
      await using proxy = await startHttpProxy(() => ({ port: endpoint.port }), { secure: true });
      const program = `
      import { outboundProxy } from ${moduleAt('proxy.ts')};
      fetchThrough(outboundProxy(new URL('${proxy.url.replace('127.0.0.1', name)}'), []));
      console.log(await (await operatorFetch('http://ai.example.com/')).text());`;
      expect(await linesOf(program, { NODE_EXTRA_CA_CERTS: authority })).toEqual(['ai.example.com']);
      await expect(linesOf(program)).rejects.toThrow('self-signed certificate');
    }),
);

function moduleAt(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}

/** What a process prints; the way of its calls is the process's own. */
async function linesOf(program: string, env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const all = `import { fetchThrough, operatorFetch } from ${moduleAt('operator-fetch.ts')};\n${program}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', all], {
    env: { ...process.env, ...env },
  });
  return stdout.trim().split('\n');
}
