import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TeamMember } from '../lib/people.ts';

/** Somebody of the team, or nobody. */
export function PersonSelect({
  label,
  description,
  nobody,
  people,
  value,
  error,
  isOff = false,
  onChange,
}: {
  label: string;
  description?: string;
  /** What stands for nobody. */
  nobody: string;
  people: readonly TeamMember[];
  value: number | null | undefined;
  error?: ReactNode;
  isOff?: boolean;
  onChange: (id: number | null) => void;
}) {
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value ?? ''}
      error={error}
      disabled={isOff}
      data={[{ value: '', label: nobody }, ...people.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
