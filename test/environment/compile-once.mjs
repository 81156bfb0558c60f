import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

/**
 * jest's runtime, with code compiled once per worker. Each test file still has modules and globals of its own; only the compiled code of
 * the product, the packages and jest's assertions is reused. Without it, compiling takes a fifth of the processor time of short files.
 */
const { compileFunction, SourceTextModule, SyntheticModule } = vm;
/** V8 reuses no function with a callback for dynamic imports, and jest gives one to all. Comments and generated functions import nothing. */
const DYNAMIC_IMPORT = /^(?!\s*(?:\*|\/[/*])).*(?<!Function\('return )\bimport\s*\(/m;
/** CommonJS code, and whether it does without the callback. */
const isReusable = new Map();
/** By address: source and compiled code of ECMAScript modules. */
const compiled = new Map();

vm.compileFunction = (code, parameters, { importModuleDynamically, parsingContext: context, ...others } = {}) => {
  const options = context === globalThis ? others : { ...others, parsingContext: context };
  const reusable = isReusable.get(code) ?? !DYNAMIC_IMPORT.test(code);
  isReusable.set(code, reusable);
  if (reusable) return compileFunction(code, parameters, options);
  return uncached(() => compileFunction(code, parameters, { ...options, importModuleDynamically }));
};

vm.SourceTextModule = new Proxy(SourceTextModule, {
  construct(target, [code, { context, ...others }], newTarget) {
    const options = context === globalThis ? others : { ...others, context };
    const known = compiled.get(options.identifier);
    const isKnown = known?.code === code;
    return uncached(() => {
      const made = Reflect.construct(
        target,
        [code, isKnown ? { ...options, cachedData: known.data } : options],
        newTarget,
      );
      if (!isKnown) compiled.set(options.identifier, { code, data: made.createCachedData() });
      return made;
    });
  },
});

/** A module without a context is one of the worker's own realm. */
vm.SyntheticModule = new Proxy(SyntheticModule, {
  construct(target, [names, evaluate, { context, ...others }], newTarget) {
    const options = context === globalThis ? others : { ...others, context };
    return Reflect.construct(target, [names, evaluate, options], newTarget);
  },
});

/**
 * Compiles what V8's own cache could not reuse, without an entry there: an entry keeps the callback, and with it all modules and globals of
 * the test file, for the worker's life. Data that was made under these flags is accepted only under them.
 */
function uncached(compile) {
  setFlagsFromString('--no-compilation-cache');
  try {
    return compile();
  } finally {
    setFlagsFromString('--compilation-cache');
  }
}

export default Runtime;
