import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** Mantine's select of several values, as a file of its own. */
export default function MultiSelectInput(props: MultiSelectProps<string>) {
  return <MultiSelect {...props} />;
}
