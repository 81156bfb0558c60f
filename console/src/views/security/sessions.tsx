import { Badge, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessionsMutation,
  endSessionMutation,
  listSessionsOptions,
  listSessionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Where the person is signed in, with a way to end each. */
export function Sessions() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const sessions = useQuery(listSessionsOptions({ query: { per_page: 100 } }));
  const endOthers = useMutation({
    ...endOtherSessionsMutation(),
    onSuccess: async () => {
      notifications.show({ message: t.othersEnded });
      await queryClient.invalidateQueries({ queryKey: listSessionsQueryKey() });
    },
    onError: showError,
  });
  return (
    <Section
      title={t.sessions}
      actions={
        (sessions.data?.data.length ?? 0) > 1 && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t.endOthers}
          </Button>
        )
      }
    >
      <QueryContent query={sessions}>
        {({ data }) => (
          <DataTable
            label={t.sessions}
            rows={data}
            columns={[
              {
                header: t.device,
                cell: ({ attributes }) => (
                  <>
                    <Text fw={600}>{attributes.device}</Text>
                    {attributes.is_current && <Badge variant="light">{t.current}</Badge>}
                  </>
                ),
              },
              { header: t.address, cell: ({ attributes }) => attributes.address, from: 'sm' },
              { header: t.lastUsed, cell: ({ attributes }) => <DateTime at={attributes.last_used_at} relative /> },
              {
                header: t.end,
                align: 'right',
                cell: ({ id, attributes }) =>
                  !attributes.is_current && (
                    <DeleteButton
                      size="xs"
                      label={t.end}
                      aria-label={t.endOf(attributes.device)}
                      question={t.endQuestion}
                      confirmLabel={t.end}
                      message={t.ended}
                      mutation={endSessionMutation()}
                      variables={{ path: { id } }}
                      listKey={listSessionsQueryKey()}
                    />
                  ),
              },
            ]}
          />
        )}
      </QueryContent>
    </Section>
  );
}
