import { Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listExecutionExchangesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionExchange } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { PaginationBar } from '../../components/paged-table.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** What the AI was asked and has answered at each step of an execution. */
export default function Exchanges({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(listExecutionExchangesOptions({ path: { id }, query: { page } }));
  return (
    <QueryContent query={query}>
      {({ data, meta }) => (
        <Stack>
          {data.map((step) => (
            <Exchange key={step.id} step={step} />
          ))}
          <PaginationBar meta={meta} onPageChange={setPage} />
        </Stack>
      )}
    </QueryContent>
  );
}

function Exchange({ step: { attributes } }: { step: ExecutionExchange }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { title, prompt, answer, model, input_tokens: read, output_tokens: written, guardrails, asked_at } = attributes;
  return (
    <Stack component="section" gap={4} aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <Group gap="sm">
        {model && <Code>{model}</Code>}
        {read !== null && written !== null && (
          <Text size="xs" c="dimmed">
            {t.tokens(format.number(read), format.number(written))}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t.creditsUsed(format.number(attributes.credits_used))}
        </Text>
        {asked_at && (
          <Text size="xs" c="dimmed">
            <DateTime at={asked_at} precision="second" />
          </Text>
        )}
      </Group>
      {answer === null && <Text size="sm">{t.exchangeEmpty}</Text>}
      {prompt !== null && <Part label={t.prompt} text={prompt} />}
      {answer !== null && <Part label={t.answer} text={answer} />}
      {attributes.is_cut && <Text size="xs">{t.exchangeCut}</Text>}
      {guardrails.length > 0 && (
        <List size="sm">
          {guardrails.map(({ rule, action, message }) => (
            <List.Item key={rule}>
              <Code>{rule}</Code> {message} ({t[action]})
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <details>
      <summary>{label}</summary>
      <Code block tabIndex={0} role="group" aria-label={label} className="pre-wrap" mah={400}>
        {text}
      </Code>
    </details>
  );
}
