import { Select, type SelectProps } from '@mantine/core';

/** Mantine's select that can be searched, as a file of its own. */
export default function SelectInput(props: SelectProps<string>) {
  return <Select {...props} />;
}
