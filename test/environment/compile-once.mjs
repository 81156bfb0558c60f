import vm from 'node:vm';
import Runtime from 'jest-runtime';

/**
 * jest's runtime, with code compiled once per worker. Each test file still has modules and globals of its own; only the compiled code of
 * the product, the packages and jest's assertions is reused. Without it, compiling takes a fifth of the processor time of short files.
 */
const { compileFunction, SourceTextModule } = vm;
/** V8 reuses no function with a callback for dynamic imports, and jest gives one to all. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;
/** CommonJS code, and whether it does without the callback. */
const isReusable = new Map();
/** By address: source and compiled code of ECMAScript modules. */
const compiled = new Map();

vm.compileFunction = (code, parameters, { importModuleDynamically, ...options } = {}) => {
  const reusable = isReusable.get(code) ?? !DYNAMIC_IMPORT.test(code);
  isReusable.set(code, reusable);
  return compileFunction(code, parameters, reusable ? options : { ...options, importModuleDynamically });
};

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const known = compiled.get(options.identifier);
    const isKnown = known?.code === code;
    super(code, isKnown ? { ...options, cachedData: known.data } : options);
    if (!isKnown) compiled.set(options.identifier, { code, data: this.createCachedData() });
  }
};

export default Runtime;
