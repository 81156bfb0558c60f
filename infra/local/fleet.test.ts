import { mkdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { Fleet } from './fleet.ts';
import { statePaths } from './state.ts';
import type { ChildSpec } from './supervised.ts';

test('a name is free again once its process was stopped', () =>
  withFolder(async (folder) => {
    const paths = statePaths(folder);
    await mkdir(paths.logs, { recursive: true });
    const fleet = new Fleet(paths, {});
    const probe: ChildSpec = {
      name: 'probe',
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000);'],
      cwd: folder,
      env: {},
      stopSignal: 'SIGTERM',
      graceMs: 1000,
      ready: async () => true,
    };
    await fleet.launch(probe);
    const first = fleet.get('probe').pid;
    await expect(fleet.launch(probe)).rejects.toThrow('There is a process probe already.');
    expect(fleet.get('probe').pid).toBe(first);
    await fleet.get('probe').stop();
    await fleet.launch(probe);
    expect(fleet.get('probe').pid).not.toBe(first);
    await fleet.stop();
    expect(fleet.get('probe').pid).toBeUndefined();
  }));
