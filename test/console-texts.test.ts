import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readGuides } from '../api/guides/guides.ts';
import { sectionOf } from '../console/src/shell/help/guide-text.ts';
import { PEOPLE_GUIDE, TOPICS } from '../console/src/shell/help/topics.ts';
import { readChangelog } from '../console/src/views/changelog/read-changelog.ts';
import { firstGroups, readProjectFile } from './environment/repository.ts';

const GUIDES = new Map(readGuides().map(({ name, ...guide }) => [name, guide]));
/** Shorter sections would help nobody. */
const SHORTEST = 60;

test.each(Object.entries(TOPICS))(
  'the help of %s is a section of the guide for people, and a guide for partners',
  (_path, topic) => {
    const section = sectionOf(GUIDES.get(PEOPLE_GUIDE)?.markdown ?? '', topic.heading) ?? '';
    expect(section.length).toBeGreaterThan(SHORTEST);
    if (topic.guide !== undefined) expect(GUIDES.get(topic.guide)?.audience).toBe('partners');
  },
);

test('each view of the navigation has its help', () => {
  const views = firstGroups(readProjectFile('console/src/navigation.ts'), /\bitem\('([^']+)'/g);
  expect(views.length).toBeGreaterThan(20);
  expect(views.filter((view) => !Object.hasOwn(TOPICS, view))).toEqual([]);
});

test('the changelog has entries for people, by its versions and the kinds that the console names', () => {
  const versions = readChangelog(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'));
  expect(versions.length).toBeGreaterThan(0);
  for (const { number, date, changes } of versions) {
    expect(number === null || date !== null).toBe(true);
    for (const { kind } of changes)
      expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind);
  }
});
