import { conceptsOf } from '../embeddings/concepts.ts';
import { STOP_WORDS, withoutAccents, wordsOf } from '../embeddings/words.ts';

/** Somebody by a word for anybody. Lower case, without accents. */
const ANYBODY = new Set(
  `we us our you your everyone everybody anyone anybody nobody whoever wir uns unser unsere unserem unseren unserer jeder jede jedem jeden alle niemand
   wer nosotros nos nuestro nuestra nuestros nuestras quien quienes todos nadie treasury hotline helpdesk`.split(/\s+/),
);
/** Concepts of persons, their roles, groups and offices; those of professions are others. */
const SOMEBODY = new Set(
  `person someone employee employer manager director boss ceo personnel coworker new-employee apprentice intern freelancer temp-worker mentor volunteer
   secretary contact-person leader-in-charge team department head-of-department committee board-of supervisory-board works-council association-club
   accounting bookkeeping human-resources finance-department purchasing-department legal-department it-department facility-management reception-desk administrator
   data-protection-officer safety-officer fire-warden security-guard fire-brigade police public-authority tax-office mayor-council court lawyer
   tax-advisor doctor occupational-doctor nurse technician developer storekeeper personal-trainer trainer-course moderator driver courier
   company supplier partner customer consumer business-customer customer-tenant tenant-landlord reader-borrower guarantor member guest visitor
   attendee passenger tourist patient senior victim mother father parent sister husband friend neighbour`.split(/\s+/),
);
const PROFESSION = /^profession-/;
/** Two words that are written as names. */
const TWO_NAMES = /(\p{Lu}[\p{L}'’-]+)\.?\s+(?:(?:de|del|la|van|von|der)\s+)?(?=(\p{Lu}[\p{L}'’-]+))/gu;

/** Whether a sentence has somebody: a person, a role, a group or an organisation. */
export function hasPerson(sentence: string): boolean {
  const isPerson = (concept: string) => SOMEBODY.has(concept) || PROFESSION.test(concept);
  return (
    hasName(sentence) ||
    wordsOf(sentence).some((word) => ANYBODY.has(word) || [...conceptsOf(word).keys()].some(isPerson))
  );
}

/** Whether a sentence has the name of a person: two words with a capital, of which one is no word of the table. */
export function hasName(sentence: string): boolean {
  return [...sentence.matchAll(TWO_NAMES)].some(([, first = '', second = '']) => {
    const words = [first, second].map(withoutAccents);
    return words.every((word) => !STOP_WORDS.has(word)) && words.some((word) => conceptsOf(word).size === 0);
  });
}
