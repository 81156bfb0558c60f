/** What stays when a test file ends, since the modules that added it stay loaded. */
const kept = { globals: new Set<PropertyKey>(), listeners: new Set<Listener>() };

type Listener = NodeJS.UncaughtExceptionListener;

/** Loads modules that stay loaded after the test file: what they add to the globals and listen to at the process stays, too. */
export function keepAdditions<Loaded>(load: () => Loaded): Loaded {
  const globals = new Set(Reflect.ownKeys(globalThis));
  const listeners = new Set(processListeners().map(({ listener }) => listener));
  try {
    return load();
  } finally {
    for (const key of Reflect.ownKeys(globalThis)) if (!globals.has(key)) kept.globals.add(key);
    for (const { listener } of processListeners()) if (!listeners.has(listener)) kept.listeners.add(listener);
  }
}

/** Notes the globals and the process's variables, folder, listeners and exit of this moment. The returned function restores them. */
export function saveRealm(): () => void {
  const globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, globalNamed(key)]));
  const listeners = new Set(processListeners().map(({ listener }) => listener));
  const variables = { ...process.env };
  const folder = process.cwd();
  const { exit, exitCode } = process;
  return () => {
    restoreGlobals(globals);
    for (const { event, listener } of processListeners()) {
      if (!listeners.has(listener) && !kept.listeners.has(listener)) process.removeListener(event, listener);
    }
    restoreVariables(variables);
    if (process.cwd() !== folder) process.chdir(folder);
    Object.assign(process, { exit, exitCode });
  };
}

function restoreGlobals(globals: ReadonlyMap<PropertyKey, PropertyDescriptor | undefined>): void {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!globals.has(key) && !kept.globals.has(key)) Reflect.deleteProperty(globalThis, key);
  }
  for (const [key, before] of globals) {
    const now = globalNamed(key);
    if (before && (now?.value !== before.value || now?.get !== before.get)) {
      Object.defineProperty(globalThis, key, before);
    }
  }
}

function restoreVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  for (const [name, value] of Object.entries(variables)) if (process.env[name] !== value) process.env[name] = value;
}

function globalNamed(key: PropertyKey): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, key);
}

function processListeners(): { event: string | symbol; listener: Listener }[] {
  return process
    .eventNames()
    .flatMap((event) =>
      process.rawListeners(event as NodeJS.Signals).map((listener) => ({ event, listener: listener as Listener })),
    );
}
