import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { getListingRescoringOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListingRescoring, ListingScore } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Section } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { RescoringForm } from './rescoring-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/listings/$id');

/** How often the listing is scored by itself, when it is next, and why not; the form to change it has the latest score's settings. */
export function Rescoring({ latest }: { latest: ListingScore }) {
  const t = useTranslations(translations);
  const { id } = route.useParams();
  const query = useQuery(getListingRescoringOptions({ path: { id } }));
  const canManage = usePermission('manage_content');
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const rescoring = query.data?.data;
  return (
    <Section
      title={t.rescoring}
      actions={
        canManage &&
        rescoring && (
          <Button variant="default" onClick={() => setIsDialogOpen(true)}>
            {rescoring.attributes.paused_at === null ? t.changeRescoring : t.resumeRescoring}
          </Button>
        )
      }
    >
      <QueryContent query={query}>{({ data }) => <State rescoring={data} />}</QueryContent>
      {rescoring && (
        <Dialog title={t.rescoring} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
          <RescoringForm rescoring={rescoring} latest={latest} onSaved={() => setIsDialogOpen(false)} />
        </Dialog>
      )}
    </Section>
  );
}

function State({ rescoring: { attributes } }: { rescoring: ListingRescoring }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { every, next_at, paused_at, failures_in_a_row: failures } = attributes;
  const times = format.number(failures);
  return (
    <Stack gap="sm">
      {paused_at !== null && (
        <Alert color="orange" variant="outline" title={t.paused}>
          {t.pausedText(times, format.dateTime(paused_at))}
        </Alert>
      )}
      <DescriptionList>
        <DescriptionItem name={t.every}>{t[`every_${every}`]}</DescriptionItem>
        {next_at !== null && (
          <DescriptionItem name={t.nextAt}>
            <DateTime at={next_at} />
          </DescriptionItem>
        )}
      </DescriptionList>
      {paused_at === null && failures > 0 && <Text size="sm">{t.notReadTimes(times)}</Text>}
      <Text size="sm" c="dimmed" maw={720}>
        {t.rescoringText}
      </Text>
    </Stack>
  );
}
