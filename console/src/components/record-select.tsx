import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** Records offered for selection: the largest page of the API. */
export const MAX_OPTIONS = 100;

/** Selects one of a few records, or none. */
export function RecordSelect({
  records,
  none,
  value,
  onChange,
  ...input
}: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  records: readonly { id: number; name: string }[];
  /** Label of the option for none. */
  none: string;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
}) {
  return (
    <NativeSelect
      {...input}
      value={value ?? ''}
      data={[{ value: '', label: none }, ...records.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}

/** Records of the API as options. */
export function toNamedRecords(
  records: readonly { id: number; attributes: { name: string } }[] = [],
): { id: number; name: string }[] {
  return records.map(({ id, attributes: { name } }) => ({ id, name }));
}
