import { Badge, Group } from '@mantine/core';
import type { GetKeyResponse } from '../../api/generated/client/types.gen.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A key with its use and errors. */
export type KeyDetail = GetKeyResponse['data'];

/** Whether the key is accepted, and whether it is one of the sandbox. */
export function KeyState({ apiKey }: { apiKey: Pick<KeyDetail, 'is_active' | 'is_valid' | 'sandbox'> }) {
  const t = useTranslations(translations);
  const label = apiKey.is_valid ? t.active : apiKey.is_active ? t.expired : t.revoked;
  return (
    <Group gap={4}>
      <StatusBadge color={apiKey.is_valid ? 'green' : apiKey.is_active ? 'yellow' : 'gray'}>{label}</StatusBadge>
      {apiKey.sandbox && <Badge variant="default">{t.sandbox}</Badge>}
    </Group>
  );
}
