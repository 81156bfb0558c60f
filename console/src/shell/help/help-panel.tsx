import { ActionIcon, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { QueryContent } from '../../components/states.tsx';
import { useLanguage, useTranslations } from '../../i18n/translations.ts';
import { useHasNews } from '../../lib/news.ts';
import { LinkTarget, Markdown } from '../../views/content-items/markdown.tsx';
import { pageOf, readGuide, sectionOf, targetOfLink } from './guide-text.ts';
import { PEOPLE_GUIDE, topicOf } from './topics.ts';
import { translations } from './translations.ts';

/** Help beside the view: the part of the guide for people that belongs to it, and the guide of its subject. */
export default function HelpPanel({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const t = useTranslations(translations);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { heading, guide } = topicOf(path);
  // Which guide was opened whole, and in which view: another view begins with its own topic.
  const [opened, setOpened] = useState<{ guide: string; path: string }>();
  const whole = opened?.path === path ? opened.guide : undefined;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack gap="md" p="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4" ref={title} tabIndex={-1} className="help-title">
          {t.help}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={t.close} title={t.close} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {whole !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => setOpened(undefined)}
          style={{ alignSelf: 'start' }}
        >
          {t.back}
        </Button>
      )}
      <GuideText
        key={whole ?? heading}
        guide={whole ?? PEOPLE_GUIDE}
        heading={whole === undefined ? heading : undefined}
      />
      <Stack gap="xs" className="help-more" component="nav" aria-label={t.more}>
        {whole === undefined && guide !== undefined && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setOpened({ guide, path })}>
            {t.guideOfSubject}
          </Anchor>
        )}
        <Anchor href={pageOf(whole ?? PEOPLE_GUIDE)} target="_blank" rel="noopener" size="sm">
          {t.wholeGuide} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} />
        </Anchor>
        <NewsLink />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={onShortcuts}>
          {t.shortcuts}
        </Anchor>
        <Anchor href="/accessibility" size="sm">
          {t.accessibility}
        </Anchor>
      </Stack>
    </Stack>
  );
}

function GuideText({ guide, heading }: { guide: string; heading: string | undefined }) {
  const t = useTranslations(translations);
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['guide', guide],
    queryFn: ({ signal }) => readGuide(guide, signal),
    // It changes with a release.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryContent query={query}>
      {(markdown) => (
        <Stack gap="xs">
          {language !== 'en' && (
            <Text size="xs" c="dimmed">
              {t.inEnglish}
            </Text>
          )}
          <div lang="en" className="help-text">
            <LinkTarget value={targetOfLink}>
              <Markdown source={(heading !== undefined && sectionOf(markdown, heading)) || markdown} />
            </LinkTarget>
          </div>
        </Stack>
      )}
    </QueryContent>
  );
}

function NewsLink() {
  const t = useTranslations(translations);
  const hasNews = useHasNews();
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/changelog" {...props} />}>
      {hasNews ? t.somethingNew : t.news}
    </Anchor>
  );
}
