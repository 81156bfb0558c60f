import { type MultiSelectProps, type SelectProps, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

const Loaded = lazyPart(() => import('./multi-select-input.tsx'));
const LoadedSelect = lazyPart(() => import('./select-input.tsx'));

/** Selects several values. Its code is loaded where one is shown; an empty field holds its place. */
export function LazyMultiSelect(props: MultiSelectProps<string>) {
  const { label, description, error } = props;
  return (
    <Suspense fallback={<TextInput label={label} description={description} error={error} disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Selects one value, and can be searched. Its code is loaded likewise. */
export function LazySelect(props: SelectProps<string>) {
  const { label, description, error } = props;
  return (
    <Suspense fallback={<TextInput label={label} description={description} error={error} disabled />}>
      <LoadedSelect {...props} />
    </Suspense>
  );
}
