import { Button, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  endConsentMutation,
  listConsentsOptions,
  listConsentsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Consent } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/connected-applications');

/** The applications that may act for the person, newest first. */
export default function ConnectedApplicationList() {
  const t = useTranslations(translations);
  return (
    <ListView
      text={t}
      firstStep={
        <Button variant="default" component="a" href="/docs/guides/mcp">
          {t.firstStep}
        </Button>
      }
      query={listConsentsOptions({ query: route.useSearch() })}
      columns={[
        { header: t.name, cell: (consent) => <Application consent={consent} /> },
        {
          header: t.since,
          cell: ({ attributes }) => <DateTime at={attributes.created_at} precision="day" />,
          from: 'md',
        },
        {
          header: t.until,
          cell: ({ attributes }) => <DateTime at={attributes.expires_at} precision="day" />,
          from: 'sm',
        },
        { header: t.end, cell: (consent) => <EndConnectionButton consent={consent} />, align: 'right' },
      ]}
    />
  );
}

function Application({ consent: { attributes } }: { consent: Consent }) {
  const t = useTranslations(translations);
  return (
    <>
      <Text fw={600}>{attributes.client_name}</Text>
      <ul className="unstyled" aria-label={t.permissions}>
        {attributes.scopes.map((scope) => (
          <Text key={scope} component="li" size="sm">
            {describeScope(scope, t)}
          </Text>
        ))}
      </ul>
      {attributes.scopes.length === 0 && <Text size="sm">{t.noScopes}</Text>}
    </>
  );
}

function EndConnectionButton({ consent: { id, attributes } }: { consent: Consent }) {
  const t = useTranslations(translations);
  const name = attributes.client_name;
  return (
    <DeleteButton
      size="xs"
      label={t.end}
      aria-label={t.endOf(name)}
      question={t.endQuestion(name)}
      confirmLabel={t.endConfirm}
      message={t.endedMessage(name)}
      mutation={endConsentMutation()}
      variables={{ path: { id } }}
      listKey={listConsentsQueryKey()}
    />
  );
}

/** Scopes with a description. */
const SCOPES = [
  'openid',
  'offline_access',
  'api',
  'mcp:full',
  'mcp:tools',
  'mcp:tools:read',
  'mcp:tools:write',
  'mcp:resources',
  'mcp:prompts',
] as const;

/** Description of a scope, or the scope itself when it has none. */
function describeScope(scope: string, t: Readonly<Record<(typeof SCOPES)[number], string>>): string {
  const knownScope = SCOPES.find((word) => word === scope);
  return knownScope === undefined ? scope : t[knownScope];
}
