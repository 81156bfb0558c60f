import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { tcpEndpoint } from '../../test/environment/endpoint.ts';

const encodings = 'br, br, br, br, br, br';
const answer = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encodings}\r\ntransfer-encoding: chunked\r\n\r\nno length\r\n`;

test('an answer in six encodings whose body breaks off is a failure of the call, and not the end of the process', async () => {
  await using endpoint = await tcpEndpoint((socket) => socket.on('data', () => socket.end(answer)));
  const program = `
    import { operatorFetch } from ${JSON.stringify(new URL('operator-fetch.ts', import.meta.url).href)};
    for (let call = 0; call < 3; call += 1)
      await operatorFetch('http://127.0.0.1:${endpoint.port}/').catch(({ message }) => console.log(message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim().split('\n')).toEqual(Array(3).fill('fetch failed'));
});
