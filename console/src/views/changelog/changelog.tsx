import versions from 'virtual:changelog';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Page } from '../../components/page.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTranslations } from '../../i18n/translations.ts';
import { markNewsSeen } from '../../lib/news.ts';
import { MarkdownTokens } from '../content-items/markdown.tsx';
import type { Version } from './read-changelog.ts';
import { translations } from './translations.ts';

/** What has changed for people, as the build has read it from the changelog. */
export default function Changelog() {
  const t = useTranslations(translations);
  const language = useLanguage();
  useEffect(markNewsSeen, []);
  return (
    <Page title={t.title} lead={language === 'en' ? t.lead : `${t.lead} ${t.inEnglish}`}>
      <Stack gap="xl">
        {versions.map((version) => (
          <VersionSection key={version.number ?? 'next'} version={version} />
        ))}
      </Stack>
    </Page>
  );
}

function VersionSection({ version: { number, date, changes } }: { version: Version }) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <section className="version">
      <Group gap="sm" align="baseline" mb="sm">
        <Title order={2} size="h4">
          {number === null ? t.upcoming : t.version(number)}
        </Title>
        {date && (
          <Text size="sm" c="dimmed">
            <time dateTime={date}>{format.day(date)}</time>
          </Text>
        )}
      </Group>
      <Stack gap="lg">
        {changes.map(({ kind, entries }) => (
          <div key={kind}>
            <Badge variant="default" component="h3" mb="xs">
              {isKind(kind) ? t[kind] : kind}
            </Badge>
            <ul className="changes" lang="en">
              {entries.map((tokens) => (
                <li key={JSON.stringify(tokens).slice(0, 200)}>
                  <MarkdownTokens tokens={tokens} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Stack>
    </section>
  );
}

const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
type Kind = (typeof KINDS)[number];

function isKind(kind: string): kind is Kind {
  return (KINDS as readonly string[]).includes(kind);
}
