import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listAgentEvaluationsOptions } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { ListView } from '../../../components/paged-table.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { usePermission } from '../../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations');

/** The evaluations of agents. */
export default function EvaluationList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const canManage = usePermission('manage_agents');
  return (
    <ListView
      text={t}
      actions={
        <>
          <Link {...BACK_LINK} to="/agents">
            {t.toAgents}
          </Link>
          {canManage && (
            <Button renderRoot={(props) => <Link to="/agents/evaluations/new" {...props} />}>{t.addNew}</Button>
          )}
        </>
      }
      query={listAgentEvaluationsOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.name,
          cell: ({ attributes }) => attributes.name,
          link: ({ id }) => ({ to: '/agents/evaluations/$evaluation', params: { evaluation: String(id) } }),
        },
        { header: t.prompts, cell: ({ attributes }) => format.number(attributes.prompt_count), align: 'right' },
        { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} relative /> },
      ]}
    />
  );
}
