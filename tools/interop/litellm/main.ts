/** `npm run interop litellm`: the real LiteLLM proxy between us and a model, checked with `npm run ai-check`. Needs Python and a package index. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { freePort } from '../../../infra/local/ports.ts';
import { startSandboxAi } from '../../../sandbox/ai/server.ts';
import { ensurePython } from '../../../test/environment/python.ts';
import { stopOnSignals } from '../../../test/environment/stop-on-signals.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const CHECK = fileURLToPath(new URL('../../../infra/deploy/ai-check.ts', import.meta.url));
/** The models of config.yaml, and what may fail of each: canned text is no object. */
const MODELS = { canned: ['structured'], sandbox: [], reasoning: [] };

const bin = await ensurePython(`${FOLDER}requirements.txt`);
const sandbox = await startSandboxAi({ port: 0 });
const port = await freePort();
const proxy = spawn(
  `${bin}/litellm`,
  ['--config', `${FOLDER}config.yaml`, '--host', '127.0.0.1', '--port', String(port)],
  {
    env: { ...process.env, SANDBOX_AI_URL: `${sandbox.url}/v1`, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const gone = new Promise<void>((resolve) => proxy.once('close', () => resolve()));
const leave = stopOnSignals(async () => {
  proxy.kill();
  await gone;
  await sandbox.close();
});
try {
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health/liveliness`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil('the proxy', isUp, Boolean, { limitMs: 180_000 });
  for (const [model, mayFail] of Object.entries(MODELS)) {
    const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'none', AI_MODEL: model };
    // It ends with 1 when anything fails.
    const { stdout: output } = await execa(process.execPath, [CHECK], { env, reject: false });
    process.stdout.write(`${output}\n`);
    const failed = [...output.matchAll(/^ +(\w+) +FAILS/gm)].map(([, kind]) => kind);
    if (failed.join() !== mayFail.join()) throw new Error(`${model}: ${failed.join(', ') || 'nothing'} failed.`);
  }
} finally {
  await leave();
}
