import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import Runtime from '../compile-once.mjs';
import { keepAdditions } from './state.ts';

/**
 * jest's runtime for tests in the worker's own realm. What tests load anew for each file is theirs: the test itself and what else is in
 * the folders of tests. Packages, Node's modules and the product are loaded by Node, once per worker.
 */
const ROOT = new URL('../../../', import.meta.url).href;
/** Folders of the product, whose modules keep no state that a later test file could meet (docs/decisions/0076-one-realm-per-worker.md). */
const PRODUCT = new RegExp(`^${ROOT}(?:activities|api|domain|infra|worker|workflows)/(?!.*\\.test\\.ts$)[^?#]+$`);
const PACKAGES = '/node_modules/';
const BUILT_IN = 'node:';
/** jest hands out modules of its own for these. */
const OWN_BUILT_INS = new Set(['node:module', 'node:process']);

const require = createRequire(import.meta.url);
/** By address: modules that all test files of a worker share. */
const shared = new Map();
let hasLoaded = false;

// `npm test` names the folder of the cache by NODE_COMPILE_CACHE. Without one, each run would strip the product's types again.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/node', ROOT)));

export default class RealmRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    this.registries.esModuleRegistry = new Modules();
  }

  requireModule(from, name, options, isActual) {
    if (options?.isInternalModule) return requireOfJest(from, name);
    if (name !== undefined && this._resolution.isCoreModule(name)) {
      return super.requireModule(from, name, options, isActual);
    }
    const path = this._resolution.resolveCjs(from, name);
    return isShared(`file://${path}`) ? load(path) : super.requireModule(from, name, options, isActual);
  }

  /** The process is the worker's own; it is left as it is. */
  installGetBuiltinModule() {}

  teardown() {
    super.teardown();
    // Workers are killed at the end of a run.
    if (hasLoaded) flushCompileCache();
    hasLoaded = false;
  }
}

/** The modules of a test file, as jest keeps them, and behind them those that all files share. */
class Modules extends Map {
  get(key) {
    return super.get(key) ?? (isShared(key) ? sharedModule(key) : undefined);
  }

  has(key) {
    return super.has(key) || isShared(key);
  }
}

function isShared(key) {
  if (key.startsWith(BUILT_IN)) return !OWN_BUILT_INS.has(key);
  return key.startsWith('file:') && (key.includes(PACKAGES) || PRODUCT.test(key));
}

function sharedModule(key) {
  const known = shared.get(key);
  if (known) return known;
  const module = wrap(key, key.startsWith(BUILT_IN) ? require(key) : load(fileURLToPath(key)));
  shared.set(key, module);
  return module;
}

/** Loads as Node does. ECMAScript modules may not await at their top level: jest's modules ask for theirs synchronously. */
function load(path) {
  if (path in require.cache) return require(path);
  hasLoaded = true;
  return keepAdditions(() => require(path));
}

/** A module with the names under which Node offers what was loaded. */
function wrap(identifier, loaded) {
  const names = Object.keys(Object(loaded)).filter((name) => name !== 'default' && name !== '__esModule');
  const values = new Map(names.map((name) => [name, loaded[name]]));
  if (!types.isModuleNamespaceObject(loaded)) values.set('default', loaded).set('module.exports', loaded);
  else if ('default' in loaded) values.set('default', loaded.default);
  const evaluate = () => {
    for (const [name, value] of values) module.setExport(name, value);
  };
  const module = new vm.SyntheticModule([...values.keys()], evaluate, { identifier });
  module.evaluate();
  return module;
}

/** jest's own modules are loaded once per worker, too; the one that asks for them keeps the state of a test file and is loaded for each. */
function requireOfJest(from, name) {
  const path = name === undefined ? from : createRequire(from).resolve(name);
  keepAdditions(() => createRequire(path)('@jest/expect'));
  delete require.cache[path];
  return require(path);
}
