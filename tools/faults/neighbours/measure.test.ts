import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import type { LoadRequest } from './load.ts';
import { measureBeside } from './measure.ts';

const open = new Set<ServerResponse>();
const server = createServer((req, res) => {
  if (req.url !== '/stream') {
    res.writeHead(req.url === '/refused' ? 503 : 200).end();
    return;
  }
  open.add(res);
  res.on('close', () => {
    open.delete(res);
    server.emit('left');
  });
  res.writeHead(200).flushHeaders();
}).listen(0, '127.0.0.1');
const origin = once(server, 'listening').then(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string): LoadRequest => ({ method: 'GET', path });

async function measure(streams: LoadRequest[]) {
  const openDuring: number[] = [];
  const measured = await measureBeside(
    { origin: await origin, key: 'key', atOnce: 1, requests: [get('/change')], streams },
    {
      async neighbour() {
        openDuring.push(open.size);
        return 1;
      },
      sample: async () => ({ heldMs: 0, cpuSeconds: 0, residentMib: 0 }),
      async comeToRest() {
        while (open.size > 0) await once(server, 'left');
      },
    },
  );
  return { openDuring, measured };
}

test('streams are open while a load is measured, and at no other time', async () => {
  const { openDuring, measured } = await measure([get('/stream'), get('/stream'), get('/stream')]);
  const phases = openDuring.filter((count, index) => count !== openDuring[index - 1]);
  expect(phases).toEqual([0, 3, 0, 3, 0, 3]);
  expect(Object.keys(measured.statuses)).toEqual(['200']);
});

test('a stream that is refused is no load', async () => {
  await expect(measure([get('/stream'), get('/refused')])).rejects.toThrow('The load has failed.');
});
