import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from '../../i18n/translations.ts';
import type { Operator } from './conditions.ts';
import { translations } from './translations.ts';

/** A condition in a form: what it looks at, how that is compared, and with what. */
export function ConditionRow({
  subject,
  operators,
  operator,
  error,
  onOperator,
  onRemove,
  children,
}: {
  /** The input of what is compared. */
  subject: ReactNode;
  /** Those that can be chosen. */
  operators: readonly Operator[];
  operator: Operator;
  /** What is wrong with the operator. */
  error?: string | undefined;
  onOperator: (operator: Operator) => void;
  onRemove: () => void;
  /** The input of the values. */
  children: ReactNode;
}) {
  const t = useTranslations(translations);
  return (
    <Group align="end" gap="xs">
      {subject}
      <NativeSelect
        label={t.operator}
        value={operator}
        data={operators.map((name) => ({ value: name, label: t[name] }))}
        error={error}
        onChange={({ currentTarget }) => onOperator(operators.find((name) => name === currentTarget.value) ?? operator)}
      />
      {children}
      <ActionIcon variant="default" size="lg" aria-label={t.removeCondition} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
