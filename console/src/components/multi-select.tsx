import { type MultiSelectProps, type SelectProps, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Loaded = lazy(() => import('./multi-select-input.tsx'));
const LoadedSelect = lazy(() => import('./select-input.tsx'));

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
