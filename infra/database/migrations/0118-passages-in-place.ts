import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * New passages stay in their row, unpacked: ranking reads some hundreds of vectors of words for a search, and unpacking one takes longer
 * than matching it. Those of before are written so when they are indexed again. Passages are read along their base, too, and signatures
 * from one index, where those of a base stand together. Runs of evaluations say how many questions were searched by words only.
 */
export class PassagesInPlace1700000118000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_passage SET (toast_tuple_target = 8160)');
    await runner.query('CREATE INDEX knowledge_passage_by_base ON knowledge_passage (knowledge_base_id, id)');
    await runner.query('DROP INDEX knowledge_signature_by_base');
    await runner.query(`CREATE INDEX knowledge_signature_by_base ON knowledge_signature (knowledge_base_id, space_id)
      INCLUDE (passage_id, bits)`);
    await runner.query('ALTER TABLE knowledge_evaluation_run ADD COLUMN without_meaning integer NOT NULL DEFAULT 0');
    await runner.query(
      'ALTER TABLE knowledge_evaluation_result ADD COLUMN without_meaning boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE knowledge_evaluation_result DROP COLUMN without_meaning');
    await runner.query('ALTER TABLE knowledge_evaluation_run DROP COLUMN without_meaning');
    await runner.query('DROP INDEX knowledge_signature_by_base, knowledge_passage_by_base');
    await runner.query('CREATE INDEX knowledge_signature_by_base ON knowledge_signature (knowledge_base_id, space_id)');
    await runner.query('ALTER TABLE knowledge_passage RESET (toast_tuple_target)');
  }
}
