import { createServer, type Server } from 'node:net';
import { expect, test } from '@jest/globals';
import { choosePorts, freePort, isPortFree } from './ports.ts';

const host = '127.0.0.1';

test('a port in use is not free', async () => {
  await withListener(async (port) => {
    expect(await isPortFree(port)).toBe(false);
    expect(await isPortFree(port, '0.0.0.0')).toBe(false);
  });
  expect(await isPortFree(await freePort())).toBe(true);
});

test('a taken port is one line that names the variable', () =>
  withListener(async (port) => {
    const wanted = { api: { variable: 'PORT', port, host }, ui: { variable: 'TEMPORAL_UI_PORT', port: 0, host } };
    await expect(choosePorts(wanted)).rejects.toThrow(
      `PORT: port ${port} is taken; set PORT to another port, or to 0 for any free one.`,
    );
  }));

test('all that is wrong with the ports is said at once', () =>
  withListener((first) =>
    withListener(async (second) => {
      const wanted = {
        api: { variable: 'PORT', port: first, host },
        ui: { variable: 'TEMPORAL_UI_PORT', port: second, host },
      };
      await expect(choosePorts(wanted)).rejects.toThrow(/^PORT: .*is taken.*\nTEMPORAL_UI_PORT: .*is taken/);
    }),
  ));

test('a port is not called taken where the address is none of this machine', async () => {
  const wanted = { api: { variable: 'PORT', port: await freePort(), host: '192.0.2.1' } };
  await expect(choosePorts(wanted)).rejects.toThrow(
    /^PORT: no process can listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\); HOST/,
  );
});

test('the same port for two parts names both variables', async () => {
  const port = await freePort();
  const wanted = { api: { variable: 'PORT', port, host }, ui: { variable: 'TEMPORAL_UI_PORT', port, host } };
  await expect(choosePorts(wanted)).rejects.toThrow(/TEMPORAL_UI_PORT and PORT are both/);
});

test('0 becomes a free port, different for each part; a given port stays', async () => {
  const given = await freePort();
  const ports = await choosePorts({
    api: { variable: 'PORT', port: 0, host },
    ui: { variable: 'TEMPORAL_UI_PORT', port: 0, host },
    temporal: { variable: 'TEMPORAL_PORT', port: given, host },
  });
  expect(ports.temporal).toBe(given);
  expect(new Set(Object.values(ports)).size).toBe(3);
});

async function withListener(work: (port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const server = await new Promise<Server>((resolve) => {
    const listening = createServer().listen(port, host, () => resolve(listening));
  });
  try {
    await work(port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
