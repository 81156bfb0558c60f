import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** Records among which is chosen: as many as a page of the API has. */
export const MAX_OPTIONS = 100;

/** A choice among a few records by their names, or of none. */
export function RecordSelect({
  records,
  none,
  value,
  onChange,
  ...input
}: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  records: readonly { id: number; name: string }[];
  /** What it is called to choose none. */
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

/** Records of the API by their names. */
export function toNamedRecords(
  records: readonly { id: number; attributes: { name: string } }[] = [],
): { id: number; name: string }[] {
  return records.map(({ id, attributes: { name } }) => ({ id, name }));
}
