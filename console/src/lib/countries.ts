/** Countries whose name in records (ISO 3166-1) is another than that of browsers, by code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Bonaire, Sint Eustatius and Saba': 'BQ',
  'Brunei Darussalam': 'BN',
  'Cabo Verde': 'CV',
  Congo: 'CG',
  'Congo, The Democratic Republic of the': 'CD',
  'Falkland Islands (Malvinas)': 'FK',
  'Heard Island and McDonald Islands': 'HM',
  'Holy See (Vatican City State)': 'VA',
  'Hong Kong': 'HK',
  "Korea, Democratic People's Republic of": 'KP',
  'Korea, Republic of': 'KR',
  "Lao People's Democratic Republic": 'LA',
  Macao: 'MO',
  Myanmar: 'MM',
  'Palestine, State of': 'PS',
  Pitcairn: 'PN',
  'Russian Federation': 'RU',
  'Saint Martin (French part)': 'MF',
  'Saint Vincent and the Grenadines': 'VC',
  'Sao Tome and Principe': 'ST',
  'Sint Maarten (Dutch part)': 'SX',
  'South Georgia and the South Sandwich Islands': 'GS',
  'Syrian Arab Republic': 'SY',
  'United States Minor Outlying Islands': 'UM',
  'Viet Nam': 'VN',
  'Virgin Islands, British': 'VG',
  'Virgin Islands, U.S.': 'VI',
};

let codes: ReadonlyMap<string, string> | undefined;

/** The country that records call so, in a language; as it is where browsers do not know it. */
export function countryName(name: string, locale: string): string {
  codes ??= codesByName();
  const code = OTHER_NAMES[name] ?? codes.get(comparable(name)) ?? codes.get(comparable(name.split(',')[0] ?? name));
  return (code && namesOf(locale).of(code)) ?? name;
}

/** The countries as options, sorted by their names in the language. */
export function countryOptions(names: readonly string[], locale: string): { value: string; label: string }[] {
  return names
    .map((value) => ({ value, label: countryName(value, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

/** Countries by code as options, sorted by their names in the language. */
export function countryCodeOptions(codes: readonly string[], locale: string): { value: string; label: string }[] {
  return codes
    .map((value) => ({ value, label: namesOf(locale).of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

const names = new Map<string, Intl.DisplayNames>();

function namesOf(locale: string): Intl.DisplayNames {
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, known);
  return known;
}

/** Browsers do not list the codes: every pair of letters is looked up once. */
function codesByName(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = new Map<string, string>();
  for (const first of letters)
    for (const second of letters) {
      const name = english.of(first + second);
      if (name !== undefined && !found.has(comparable(name))) found.set(comparable(name), first + second);
    }
  return found;
}

function comparable(name: string): string {
  return name.toLowerCase().replaceAll('&', 'and').replaceAll('’', "'").replaceAll('st.', 'saint');
}
