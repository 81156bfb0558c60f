import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Separators become spaces; letters without a decomposition become their plain ones; accents vanish. */
const SEPARATORS = `'!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~' || chr(9) || chr(10) || chr(13)
        || U&'\\2010\\2011\\2013\\2014\\2018\\2019\\201A\\201C\\201D\\201E\\2022\\2039\\203A\\00AB\\00BB\\00B7\\00A7\\00B6\\00AE\\00A9\\00BF\\00A1'`;
const LETTERS = 'øłđı';
const PLAIN = 'oldi';
const ACCENTS = `U&'\\0300\\0301\\0302\\0303\\0304\\0306\\0307\\0308\\0309\\030A\\030B\\030C\\030F\\0311\\031B\\0323\\0324\\0325\\0326\\0327\\0328\\032D\\032E\\0330\\0331'`;

/**
 * Each function is whole, without calls of the others, so that a restored dump, whose search path is empty, can make the indexes.
 * They are not SQL functions, which the planner would put into statements, so that their cost is known to it.
 */
const normalized = (value: string) => `
    translate(replace(replace(replace(lower(normalize(${value}, NFKD)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      ${SEPARATORS} || '${LETTERS}' || ${ACCENTS}, repeat(' ', length(${SEPARATORS})) || '${PLAIN}')`;

/** German also writes ä, ö, ü as ae, oe, ue. */
const spelled = (value: string) =>
  `replace(replace(replace(lower(normalize(${value}, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')`;

const FUNCTIONS = `
  CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 200 AS $$
  BEGIN
    RETURN ${normalized('value')};
  END $$;

  CREATE FUNCTION search_words(partner bigint, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 400 AS $$
  DECLARE
    short  text := left(value, 300);
    owner  text := partner || '/';
    plain  text;
    german text;
  BEGIN
    IF octet_length(short) = char_length(short) THEN
      plain := translate(lower(short), ${SEPARATORS}, repeat(' ', length(${SEPARATORS})));
    ELSE
      german := ${spelled('short')};
      plain := ${normalized('short')};
      IF german <> lower(normalize(short, NFC)) THEN plain := plain || ' ' || ${normalized('german')}; END IF;
    END IF;
    RETURN array_to_tsvector(array_remove(string_to_array(owner || replace(plain, ' ', ' ' || owner), ' '), owner));
  END $$;

  CREATE FUNCTION search_query(partner bigint, value text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 400 AS $$
  DECLARE
    owner  text := partner || '/';
    german text := ${spelled('value')};
  BEGIN
    RETURN (
      SELECT string_agg(
        CASE WHEN word = spelling THEN '''' || owner || word || '''' || suffix
             ELSE '(''' || owner || word || '''' || suffix || ' | ''' || owner || spelling || '''' || suffix || ')' END, ' & ')::tsquery
      FROM (SELECT word, spelling, CASE WHEN lead(word) OVER (ORDER BY position) IS NULL THEN ':*' ELSE '' END AS suffix
            FROM unnest(string_to_array(${normalized('value')}, ' '), string_to_array(${normalized('german')}, ' '))
              WITH ORDINALITY AS pair (word, spelling, position)
            WHERE word <> '' ORDER BY position LIMIT 8) words);
  END $$`;

/** The tables of which a partner may have many rows; of others its few are read. */
const INDEXES = [
  ['content_item_search', 'content_item', 'search_words(partner_id, title)'],
  [
    'case_study_search',
    'case_study',
    "search_words(partner_id, coalesce(case_study_title, '') || ' ' || company_name)",
  ],
  ['knowledge_document_search', 'knowledge_document', 'search_words(knowledge_base_id, title)'],
  ['gtm_event_search', 'gtm_event', 'search_words(partner_id, title)'],
] as const;

/**
 * What a partner has is found by the words of its titles. Each word of the index begins with the partner, so no search reads what
 * others have; without a pending list, which every search would read.
 */
export class Search1700000088000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FUNCTIONS);
    for (const [name, table, words] of INDEXES)
      await runner.query(`CREATE INDEX ${name} ON ${table} USING gin ((${words})) WITH (fastupdate = off)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP FUNCTION search_query(bigint, text), search_words(bigint, text), search_fold(text)');
  }
}
