import { Code, Stack } from '@mantine/core';
import { inWords } from '../lib/words.ts';
import { Fact } from './facts.tsx';

/** What something is started with; what was left open is left out. */
export function Settings({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  const given = Object.entries(settings).filter(([, value]) => textOf(value) !== '');
  return (
    <Stack component="dl" className="plain" gap="xs">
      {given.map(([name, value]) => (
        <Fact key={name} name={inWords(name)}>
          {textOf(value) ?? <Code block>{JSON.stringify(value, null, 2)}</Code>}
        </Fact>
      ))}
    </Stack>
  );
}

/** A value, or a list of values, in a line; undefined: it is made of parts. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  return isList ? value.join(', ') : undefined;
}
