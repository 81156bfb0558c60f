import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { humanize } from '../lib/labels.ts';
import { translations } from '../shell/translations.ts';

/** A grid of names and values. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="unstyled facts">{children}</dl>;
}

/** A name and its value. */
export function DescriptionItem({
  name,
  isMain = false,
  children,
}: {
  name: string;
  /** Whether it is the value that the record is about. */
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" dir="auto" className="unstyled figure" {...(isMain && { fz: 'xl', fw: 600 })}>
        {children}
      </Text>
    </div>
  );
}

/** What people call a setting. */
export interface NamedSetting {
  name: string;
  label: string;
  /** What they call one of its values. */
  nameOf?: (value: string) => string;
}

/** The settings of a run as names and values. Empty ones are left out. */
export function SettingsList({
  settings,
  named = [],
}: {
  settings: Readonly<Record<string, unknown>>;
  /** Others are called by their own names. */
  named?: readonly NamedSetting[];
}) {
  const t = useTranslations(translations);
  const entries = Object.entries(settings).filter(([, value]) => toText(value) !== '');
  return (
    <DescriptionList>
      {entries.map(([name, value]) => {
        const { label = humanize(name), nameOf } = named.find((setting) => setting.name === name) ?? {};
        const shown = typeof value === 'boolean' ? (value ? t.yes : t.no) : value;
        return (
          <DescriptionItem key={name} name={label}>
            {toText(shown, nameOf) ?? <Code block>{JSON.stringify(value, null, 2)}</Code>}
          </DescriptionItem>
        );
      })}
    </DescriptionList>
  );
}

/** A value or a list of values as one line. Undefined for nested values. */
function toText(value: unknown, nameOf = (text: string) => text): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return nameOf(String(value));
  const isList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  return isList ? value.map((part) => nameOf(String(part))).join(', ') : undefined;
}
