import {
  type Icon,
  IconBolt,
  IconBooks,
  IconBriefcase,
  IconCalendar,
  IconChartBar,
  IconCoins,
  IconFileText,
  IconGauge,
  IconKey,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconListDetails,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconPlugConnected,
  IconReceipt,
  IconRobot,
  IconShieldCheck,
  IconSparkles,
  IconSpeakerphone,
  IconTemplate,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Label } from './i18n/translations.ts';
import type { Permission } from './shell/me.ts';

/** A link of the navigation. */
export interface NavigationItem {
  to: string;
  label: Label;
  icon: Icon;
  /** People without it do not see the item. */
  permission?: Permission | undefined;
}

/** Links under a heading. */
export interface NavigationGroup {
  label?: Label | undefined;
  items: readonly NavigationItem[];
}

/** The navigation from top to bottom. */
export const NAVIGATION = [
  { items: [item('/', 'Overview', 'Übersicht', IconLayoutDashboard)] },
  {
    label: { en: 'Make', de: 'Erstellen' },
    items: [
      item('/capabilities', 'Capabilities', 'Fähigkeiten', IconSparkles, 'view_content'),
      item('/executions', 'Executions', 'Ausführungen', IconPlayerPlay, 'view_content'),
      item('/writer', 'Writer', 'Textgenerator', IconPencil, 'view_content'),
      item('/case-studies', 'Case studies', 'Fallstudien', IconBriefcase, 'view_content'),
      item('/templates', 'Templates', 'Vorlagen', IconTemplate, 'view_content'),
      item('/brand-voices', 'Brand voices', 'Markenstimmen', IconSpeakerphone, 'view_content'),
      item('/knowledge', 'Knowledge', 'Wissen', IconBooks, 'view_content'),
      item('/guardrails', 'Guardrails', 'Leitplanken', IconShieldCheck, 'view_content'),
    ],
  },
  {
    label: { en: 'Plan', de: 'Planen' },
    items: [
      item('/board', 'Board', 'Board', IconLayoutKanban, 'view_content'),
      item('/content', 'Content', 'Inhalte', IconFileText, 'view_content'),
      item('/calendar', 'Calendar', 'Kalender', IconCalendar, 'view_content'),
      item('/triggers', 'Triggers', 'Auslöser', IconBolt, 'view_content'),
    ],
  },
  {
    label: { en: 'Measure', de: 'Analysieren' },
    items: [
      item('/listings', 'Listings', 'Einträge', IconGauge, 'view_companies'),
      item('/agents', 'Agents', 'Agenten', IconRobot, 'view_companies'),
      item('/invoices', 'Invoices', 'Rechnungen', IconReceipt, 'view_billing'),
    ],
  },
  {
    label: { en: 'Connect', de: 'Verbinden' },
    items: [
      item('/webhooks', 'Webhooks', 'Webhooks', IconWebhook, 'manage_webhooks'),
      item('/connected-applications', 'Connected applications', 'Anwendungen', IconPlugConnected),
    ],
  },
  {
    label: { en: 'Account', de: 'Konto' },
    items: [
      item('/credits', 'Credits and plan', 'Credits und Tarif', IconCoins, 'view_billing'),
      item('/usage', 'Usage', 'Nutzung', IconChartBar, 'view_billing'),
      item('/people', 'People', 'Personen', IconUsers),
      item('/profile', 'Profile', 'Profil', IconUser),
      item('/security', 'Security', 'Sicherheit', IconLock),
      // Owners and admins, who alone manage webhooks, manage keys.
      item('/keys', 'API keys', 'API-Schlüssel', IconKey, 'manage_webhooks'),
      item('/audit-log', 'Audit log', 'Audit-Log', IconListDetails, 'manage_webhooks'),
    ],
  },
] as const satisfies readonly NavigationGroup[];

type Groups = (typeof NAVIGATION)[number];

/** The labels of the navigation in English, which further languages translate. */
export type NavigationText = Groups['items'][number]['label']['en'] | Extract<Groups, { label: Label }>['label']['en'];

function item<const En extends string>(to: string, en: En, de: string, icon: Icon, permission?: Permission) {
  return { to, label: { en, de }, icon, permission };
}
