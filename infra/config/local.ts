import { z } from 'zod';
import { environment, port } from './environment.ts';

const schema = z.object({
  DATA_DIR: z.string().default('.data'),
  PORT: port.default(8080),
  TEMPORAL_PORT: port.default(7233),
  TEMPORAL_UI_PORT: port.default(8233),
  POSTGRES_PORT: port.default(0),
  SANDBOX_AI_PORT: port.default(0),
  WORKER_HEALTH_PORT: port.default(0),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_CLI_PATH: z.string().optional(),
  TEMPORAL_UI_URL: z.url().optional(),
  DATABASE_URL: z.string().optional(),
  SANDBOX_AI_LATENCY_MS: z.coerce.number().int().min(0).default(150),
});

/** Settings of the embedded stack (`npm start`); a port of 0 takes any free one. */
export interface LocalConfig {
  /** Folder of all state, absolute or from the working directory. */
  dataDir: string;
  ports: {
    api: number;
    temporal: number;
    temporalUi: number;
    postgres: number;
    sandboxAi: number;
    workerHealth: number;
  };
  /** A Temporal that runs elsewhere; none is started then. */
  temporalAddress: string | undefined;
  temporalNamespace: string;
  temporalCliPath: string | undefined;
  temporalUiUrl: string | undefined;
  /** A PostgreSQL that runs elsewhere; none is started then. */
  databaseUrl: string | undefined;
  /** Pause before each answer of the sandbox AI, milliseconds. */
  sandboxAiLatencyMs: number;
}

/** Reads the settings of the embedded stack from the environment; throws one error that names every bad variable. */
export function loadLocalConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const values = environment(schema, env);
  return {
    dataDir: values.DATA_DIR,
    ports: {
      api: values.PORT,
      temporal: values.TEMPORAL_PORT,
      temporalUi: values.TEMPORAL_UI_PORT,
      postgres: values.POSTGRES_PORT,
      sandboxAi: values.SANDBOX_AI_PORT,
      workerHealth: values.WORKER_HEALTH_PORT,
    },
    temporalAddress: values.TEMPORAL_ADDRESS,
    temporalNamespace: values.TEMPORAL_NAMESPACE,
    temporalCliPath: values.TEMPORAL_CLI_PATH,
    temporalUiUrl: values.TEMPORAL_UI_URL,
    databaseUrl: values.DATABASE_URL,
    sandboxAiLatencyMs: values.SANDBOX_AI_LATENCY_MS,
  };
}

/** The environment for a child process: this process's own, with the given variables on top. */
export function childEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}
