import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ROOT } from '../deploy/programs.ts';

const run = promisify(execFile);

/** Prints each module of OpenTelemetry that the process loads, apart from its API, which prom-client loads in any case. */
const WATCH = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/[/]@opentelemetry[/](?!api[/])/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
    return next(url, context);
  },
});`;

/** What a process loads that starts tracing with these variables, and all that the program loads before. */
async function loaded(program: string, variables: Record<string, string>): Promise<string> {
  const script = `
    process.argv.push('--check');
    const exit = process.exit;
    process.exit = () => { throw new Error('checked'); };
    await import(${JSON.stringify(path.join(ROOT, program))}).catch((error) => {
      if (error.message !== 'checked') throw error;
    });
    const { loadServiceConfig } = await import(${JSON.stringify(path.join(ROOT, 'infra/config/service.ts'))});
    const { startTracing } = await import(${JSON.stringify(path.join(ROOT, 'infra/telemetry/start-tracing.ts'))});
    const { createRegistry } = await import(${JSON.stringify(path.join(ROOT, 'infra/telemetry/metrics.ts'))});
    const config = loadServiceConfig().tracing;
    await startTracing({ config, name: 'x', tables: [], registry: createRegistry(), onProblem() {} });
    exit();`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    OPENAI_API_KEY: 'none',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...variables,
  };
  const args = ['--no-warnings', `--import=data:text/javascript,${encodeURIComponent(WATCH)}`, '--input-type=module'];
  const { stderr } = await run(process.execPath, [...args, '--eval', script], { cwd: ROOT, env, timeout: 240_000 });
  return stderr;
}

test.each(['api/main.ts', 'worker/main.ts'])(
  '%s loads nothing of OpenTelemetry unless it is told where traces go',
  async (program) => {
    expect(await loaded(program, {})).toBe('');
    const on = await loaded(program, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(on).toMatch(/LOADED .*@opentelemetry\/sdk-trace/);
  },
  300_000,
);
