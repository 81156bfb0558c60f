import { Button, Card, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getContentItemVersionOptions,
  listContentItemVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { listContentItemVersions } from '../../api/generated/client/sdk.gen.ts';
import type { ContentItem, ContentItemVersion } from '../../api/generated/client/types.gen.ts';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useAllRecords } from '../../lib/all-records.ts';
import { usePermission } from '../../shell/me.ts';
import DiffView from './diff-view.tsx';
import { useActorName } from './review/model.ts';
import { translations } from './translations.ts';
import { useSaveText } from './use-draft.ts';

const route = getRouteApi('/content/$id');

/** Compares two versions, by default the last two. */
export default function Versions({ item }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const path = { id: item.id };
  // The API keeps a hundred.
  const query = useAllRecords(listContentItemVersionsQueryKey({ path }), (request) =>
    listContentItemVersions({ path, ...request }),
  );
  return (
    <QueryContent query={query}>
      {(versions) =>
        versions.length < 2 ? (
          <EmptyState title={t.onlyOne}>{t.onlyOneText}</EmptyState>
        ) : (
          <VersionComparison item={item} versions={versions} />
        )
      }
    </QueryContent>
  );
}

function VersionComparison({ item, versions }: { item: ContentItem; versions: readonly ContentItemVersion[] }) {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const newest = versions[0];
  const after = versions.find(({ id }) => id === search.to) ?? newest;
  const before =
    versions.find(({ id }) => id === search.from) ?? versions.find(({ id }) => after && id < after.id) ?? newest;
  const whole = { before: useWholeVersion(item, before), after: useWholeVersion(item, after) };
  if (!before || !after) return null;
  const choose = (change: { from?: number; to?: number }) =>
    void navigate({
      search: ({ review }) => ({ review, tab: 'versions', from: before.id, to: after.id, ...change }),
      replace: true,
    });
  return (
    <Stack>
      <Group align="end">
        <VersionSelect
          label={t.compareFrom}
          versions={versions}
          value={before.id}
          onChange={(from) => choose({ from })}
        />
        <VersionSelect label={t.compareTo} versions={versions} value={after.id} onChange={(to) => choose({ to })} />
        {whole.before.data && <Restore item={item} version={whole.before.data.data} />}
      </Group>
      <Card withBorder>
        <Title order={2} size="h6" mb="xs">
          {t.difference}
        </Title>
        <QueryContent query={whole.before}>
          {(earlier) => (
            <QueryContent query={whole.after}>
              {(later) => <DiffView before={earlier.data.attributes} after={later.data.attributes} />}
            </QueryContent>
          )}
        </QueryContent>
      </Card>
    </Stack>
  );
}

/** A version with its whole text, of which the list has only the beginning. */
function useWholeVersion({ id }: ContentItem, version: ContentItemVersion | undefined) {
  return useQuery({
    ...getContentItemVersionOptions({ path: { id, version: version?.id ?? 0 } }),
    enabled: version !== undefined,
  });
}

function VersionSelect({
  label,
  versions,
  value,
  onChange,
}: {
  label: string;
  versions: readonly ContentItemVersion[];
  value: number;
  onChange: (id: number) => void;
}) {
  const t = useTranslations(translations);
  const actorName = useActorName();
  const format = useFormat();
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={versions.map(({ id, attributes }) => {
        const when = format.dateTime(attributes.created_at);
        return { value: String(id), label: t.versionOf(id, actorName(attributes.edited_by), when) };
      })}
    />
  );
}

/** Saves an earlier text as a new version. */
function Restore({ item, version }: { item: ContentItem; version: ContentItemVersion }) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const save = useSaveText(item);
  const { title, body } = version.attributes;
  if (!canManage || (title === item.attributes.title && body === item.attributes.body)) return null;
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate({ path: { id: item.id }, body: { title, body, version: item.attributes.version } })}
    >
      {t.restore(version.id)}
    </Button>
  );
}
