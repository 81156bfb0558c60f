import type { SecretBox } from '../kernel/deps.ts';

/** An answer as it is kept for repeats. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** Dotted fields of a body that are told only once, each with what stands in its place when the answer is given again. */
export type ToldOnce = Readonly<Record<string, string | null>>;

/** Seals an answer for keeping, without what is told only once. */
export function sealAnswer(secrets: SecretBox, answer: KeptAnswer, toldOnce: ToldOnce): Buffer {
  return secrets.seal(JSON.stringify(withoutSecrets(answer, toldOnce)));
}

/** Reads what `sealAnswer` kept. */
export function openAnswer(secrets: SecretBox, sealed: Buffer): KeptAnswer {
  return JSON.parse(secrets.open(sealed));
}

/** The answer as it is given again. */
export function withoutSecrets(answer: KeptAnswer, toldOnce: ToldOnce): KeptAnswer {
  const fields = Object.entries(toldOnce);
  if (fields.length === 0) return answer;
  const body: unknown = structuredClone(answer.body);
  for (const [field, instead] of fields) replace(body, field.split('.'), instead);
  return { ...answer, body };
}

function replace(value: unknown, [name, ...rest]: string[], instead: string | null): void {
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return;
  const owner = value as Record<string, unknown>;
  if (rest.length === 0) owner[name] = instead;
  else replace(owner[name], rest, instead);
}
