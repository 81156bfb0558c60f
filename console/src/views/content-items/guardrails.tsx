import { Alert, Code, List, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getExecutionOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Guardrail hits of the step that created the text. Renders nothing when there are none. */
export function Guardrails({ item: { attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const { execution_id: executionId, step } = attributes;
  const query = useQuery({
    ...getExecutionOptions({ path: { id: executionId ?? 0 } }),
    enabled: executionId !== null,
  });
  const hits = query.data?.data.attributes.guardrails_triggered.filter((hit) => hit.step === step) ?? [];
  if (hits.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={t.guardrails} icon={<IconShieldExclamation aria-hidden />}>
      <List size="sm">
        {hits.map(({ rule, action, message }) => (
          <List.Item key={rule}>
            <Code>{rule}</Code> {message} ({t[action]})
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t.guardrailsPersist}
      </Text>
    </Alert>
  );
}
