import type { CatalogueEntry, SandboxListing } from '../listing.ts';

const subjects = ['The scheduler', 'A worker', 'The console', 'Each report', 'A policy', 'The gateway', 'An export'];
const verbs = ['keeps', 'checks', 'explains', 'moves', 'compares', 'signs', 'counts'];
const objects = [
  'every record',
  'the daily totals',
  'each request',
  'all open orders',
  'the last result',
  'a spare copy',
];

/** Some 75,000 characters in hundreds of parts; no two paragraphs are the same. */
function longText(): string {
  const sentence = (number: number) =>
    `${subjects[number % 7]} ${verbs[Math.floor(number / 7) % 7]} ${objects[number % 6]} in step ${number + 1}.`;
  return Array.from({ length: 300 }, (_, part) => {
    if (part % 10 === 0) return `## Chapter ${part / 10 + 1}`;
    return Array.from({ length: 6 }, (_each, index) => sentence(part * 6 + index)).join(' ');
  }).join('\n\n');
}

const listing: SandboxListing = {
  title: 'Wingtip Suite: Everything for Everybody',
  short_description: 'Wingtip Suite has a module for every department, and a paragraph for every module. '
    .repeat(15)
    .trim(),
  long_description: longText(),
  highlights: Array.from({ length: 120 }, (_, index) => `Module ${index + 1} does what module ${index} leaves undone.`),
  keywords: Array.from({ length: 250 }, (_, index) => `module ${index + 1}`),
  categories: ['Business Applications'],
  vendor: 'Wingtip',
  logo: { format: 'png', width: 300, height: 200 },
  screenshots: 150,
  videos: 20,
  documents: 30,
  published_at: '2022-09-01T00:00:00.000Z',
};

/** A listing beyond every measure that can still be read. */
export const huge: CatalogueEntry = {
  id: 'prod-q9fhs4ukx7yrw',
  shows: 'huge: a long text and hundreds of parts',
  delivery: { kind: 'page' },
  listing,
};

/** Listings whose pages are in encodings of the older web, as only the page itself says. */
export const encodings: CatalogueEntry[] = [
  {
    id: 'prod-m4ga6znv2xjdp',
    shows: 'French, in windows-1252',
    delivery: { kind: 'page', charset: 'windows-1252' },
    listing: {
      title: 'Étoile Paie – Gestion des Congés et Notes de Frais',
      short_description:
        'Étoile Paie réunit congés, notes de frais et bulletins dans un seul espace. Conçu pour les équipes d’au moins dix ' +
        'salariés, dès 4 € par mois et par personne.',
      long_description: `Étoile Paie prend en charge les demandes de congés, de la saisie à la validation.

- Les soldes sont à jour après chaque bulletin.
- Les notes de frais sont lues à partir d’une photo.
- L’équipe voit qui est là, sans tableur « maison ».

Les données restent en France, où elles sont chiffrées.`,
      highlights: [
        'Les soldes de congés sont à jour après chaque bulletin.',
        'Une photo suffit pour une note de frais.',
      ],
      keywords: ['bulletin de salaire', 'frais professionnels'],
      categories: ['Ressources Humaines'],
      vendor: 'Étoile SAS',
      logo: { format: 'png', width: 200, height: 120 },
      screenshots: 1,
      videos: 0,
      documents: 0,
      published_at: '2024-05-02T07:00:00.000Z',
    },
  },
  {
    id: 'prod-w5pd3ehy8cqrt',
    shows: 'Japanese, in Shift_JIS',
    delivery: { kind: 'page', charset: 'shift_jis' },
    listing: {
      title: '桜ストレージ クラウドバックアップ',
      short_description:
        '桜ストレージは、企業の大切なデータを毎時間バックアップし、数分で復元します。国内のデータセンターに暗号化して保存します。',
      long_description: `桜ストレージは、企業向けのバックアップサービスです。

- 毎時間、自動でバックアップします。
- 数分で必要なファイルだけを復元できます。
- データは国内に暗号化して保存されます。

導入は一日で完了します。`,
      highlights: [
        '毎時間の自動バックアップで、データの損失を最小限に抑えます。',
        '必要なファイルだけを数分で復元できます。',
      ],
      keywords: ['データ保護', '災害復旧'],
      categories: ['ストレージ'],
      vendor: '桜システムズ株式会社',
      logo: { format: 'png', width: 180, height: 180 },
      screenshots: 1,
      videos: 0,
      documents: 0,
      published_at: '2024-08-20T01:00:00.000Z',
    },
  },
];
