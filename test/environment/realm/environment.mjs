import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { saveRealm } from './state.ts';

/**
 * jest's test environment without a context of its own: a test file runs in the realm of the worker, where the packages are already loaded.
 * What the file changes of the realm is put back when it ends.
 */
export default class RealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #restore = saveRealm();

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** What jest gives to `node:vm` for a context. The runtime leaves it out. */
  getVmContext() {
    return globalThis;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.#restore();
  }
}
