import { readFileSync, statSync } from 'node:fs';
import { imageSize } from 'image-size';
import { z } from 'zod';

/** A TCP port; 0 asks the system for a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** An http or https address that paths are appended to: no credentials, query or fragment; the slash at its end is taken off. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine((value) => !/[?#]|\/\/[^/]*@/.test(value), 'must have no credentials, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''));

/** Comma-separated values; empty when unset. */
export const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** true, 1 or yes switch on. */
export const flag = z
  .string()
  .default('')
  .transform((value) => ['true', '1', 'yes'].includes(value.toLowerCase()));

/** An error in the environment, as a message for the operator. */
export class SettingsError extends Error {}

/** Settings that hold a secret. Each may stand in a file, which `<NAME>_FILE` names, as orchestrators mount them. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SECRETS_KEY',
  'OAUTH_KEYS',
  'TEMPORAL_API_KEY',
  'OPENAI_API_KEY',
  'EMBEDDINGS_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GENERIC_WEBHOOK_SECRET',
  'SMTP_URL',
  'OUTBOUND_PROXY_URL',
] as const;

/**
 * Parses environment variables; unset and empty are the same, and secrets may stand in files. Throws one SettingsError
 * that names every bad variable.
 */
export function environment<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = withSecretFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${problemOf(issue, given)}`);
  throw new SettingsError(`The environment is not right:\n${problems.join('\n')}`);
}

/** What is wrong with a variable; zod says of a text that is no number that it is NaN, which the operator did not write. */
function problemOf({ path: [name], message, ...issue }: z.core.$ZodIssue, given: NodeJS.ProcessEnv): string {
  if (issue.code !== 'invalid_type' || (issue.expected !== 'number' && issue.expected !== 'int')) return message;
  return `must be a ${issue.expected === 'int' ? 'whole number' : 'number'}, not ${JSON.stringify(given[String(name)])}`;
}

function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) throw new SettingsError(`${name} and ${name}_FILE are both set; only one may be.`);
    const secret = textFile(`${name}_FILE`, file).trim();
    if (secret === '') throw new SettingsError(`${name}_FILE: ${file} is empty`);
    read[name] = secret;
  }
  return read;
}

/** The text of the file that a variable names. Throws SettingsError. */
export function textFile(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`${variable}: ${String(error)}`);
  }
}

/** The JSON in the file that a variable names; undefined where it names none. Throws SettingsError. */
export function jsonFile(variable: string, file: string | undefined): unknown {
  if (file === undefined) return undefined;
  const text = textFile(variable, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${variable}: ${String(error)}`);
  }
}

/** Most bytes of a logo; it is part of every invoice's file. */
const MAX_LOGO_BYTES = 262_144;
/** Most pixels of a logo: those of a PNG with transparency are unpacked one by one. */
const MAX_LOGO_PIXELS = 1_000_000;

/** The PNG or JPEG file that the setting behind a variable names. Throws SettingsError. */
export function logoFile(variable: string, file: string): Buffer {
  try {
    if (statSync(file).size > MAX_LOGO_BYTES) throw new Error(`the logo has more than ${MAX_LOGO_BYTES} bytes`);
    const bytes = readFileSync(file);
    const { type, width, height } = imageSize(bytes);
    if (type !== 'png' && type !== 'jpg') throw new Error('the logo must be a PNG or JPEG file');
    if (width * height > MAX_LOGO_PIXELS) throw new Error(`the logo has more than ${MAX_LOGO_PIXELS} pixels`);
    return bytes;
  } catch (error) {
    throw new SettingsError(`${variable}: ${String(error)}`);
  }
}

/** Validates the value behind a variable; throws a SettingsError that names the variable and every problem. */
export function checkedSetting<Schema extends z.ZodType>(
  variable: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SettingsError(`${variable}: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`);
}

/** Loads the settings of a process. Prints invalid ones without a stack trace and exits with code 1. */
export function settingsOrExit<Settings>(load: () => Settings): Settings {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
