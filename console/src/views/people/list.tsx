import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listPeopleOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Column } from '../../components/column.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useMe } from '../../shell/me.ts';
import { mayManage, type Person, rolesOf } from './model.ts';
import { PersonDialog } from './person-dialog.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/people');

/** The people of the team and those who are invited, newest first. */
export default function PeopleList() {
  const t = useTranslations(translations);
  const me = useMe();
  const [chosen, setChosen] = useState<Person>();
  const handled = rolesOf(me.role);
  const columns: Column<Person>[] = [
    {
      header: t.person,
      sort: 'name',
      cell: (person) => <WhoIs person={person} isSelf={person.attributes.email === me.email} />,
    },
    { header: t.role, cell: ({ attributes: { role } }) => t[role], from: 'xs' },
    { header: t.state, cell: (person) => <State person={person} />, from: 'xs' },
    {
      header: t.joined,
      cell: ({ attributes: { joined_at: at } }) => (at ? <DateTime at={at} relative /> : t.notJoined),
      from: 'md',
    },
  ];
  if (mayManage(me.role)) {
    columns.push({
      header: t.actions,
      align: 'right',
      cell: (person) =>
        handled.includes(person.attributes.role) && (
          <Button
            size="xs"
            variant="default"
            aria-label={t.changeOf(person.attributes.name)}
            onClick={() => setChosen(person)}
          >
            {t.change}
          </Button>
        ),
    });
  }
  return (
    <>
      <ListView
        text={t}
        query={listPeopleOptions({ query: route.useSearch() })}
        columns={columns}
        actions={
          mayManage(me.role) && <Button renderRoot={(props) => <Link to="/people/new" {...props} />}>{t.invite}</Button>
        }
      />
      {chosen && <PersonDialog key={chosen.id} person={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Whether the person may sign in, or is awaited. */
function State({ person: { attributes } }: { person: Person }) {
  const t = useTranslations(translations);
  const { status, invitation_expires_at: until } = attributes;
  if (status === 'active') return <StatusBadge color="green">{t.active}</StatusBadge>;
  if (status === 'disabled') return <StatusBadge color="gray">{t.disabled}</StatusBadge>;
  if (until === null) return <StatusBadge color="yellow">{t.expired}</StatusBadge>;
  return <StatusBadge color="blue">{t.invited}</StatusBadge>;
}

/** Name and address, and in narrow windows role and state, which have no columns of their own there. */
function WhoIs({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const t = useTranslations(translations);
  const { name, email, role } = person.attributes;
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600} component="span" className="pre-wrap">
          {name}
        </Text>
        {isSelf && <Badge variant="default">{t.you}</Badge>}
      </Group>
      <Text size="xs" c="dimmed" className="pre-wrap">
        {email}
      </Text>
      <Box hiddenFrom="xs" mt={4}>
        <Group gap="xs">
          <Text size="sm" component="span">
            {t[role]}
          </Text>
          <State person={person} />
        </Group>
      </Box>
    </>
  );
}
