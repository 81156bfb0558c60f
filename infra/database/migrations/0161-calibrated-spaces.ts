import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How texts are sent to a model is part of its space, and what vectors are corrected by. Processes of the release before know neither:
 * the foreign key refuses what they would store in a calibrated space.
 */
export class CalibratedSpaces1700000161000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

// NOT VALID: all vectors of before are of version 0, as their spaces are, and need no look.
const UP = `
ALTER TABLE knowledge_space
  ADD COLUMN inputs jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN calibration_version integer NOT NULL DEFAULT 0,
  ADD COLUMN calibration bytea,
  DROP CONSTRAINT knowledge_space_model_dimensions_key,
  ADD UNIQUE (model, dimensions, inputs, calibration_version),
  ADD UNIQUE (id, calibration_version);
ALTER TABLE knowledge_vector
  ADD COLUMN calibration_version integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT knowledge_vector_calibration FOREIGN KEY (space_id, calibration_version)
    REFERENCES knowledge_space (id, calibration_version) NOT VALID;
`;

// The spaces of the release before are made again; upkeep embeds the documents in them.
const DOWN = `
UPDATE knowledge_document SET embedding_space_id = NULL, embedding_status = 'none' WHERE embedding_space_id IN (
  SELECT id FROM knowledge_space WHERE calibration_version > 0);
DELETE FROM knowledge_signature WHERE space_id IN (SELECT id FROM knowledge_space WHERE calibration_version > 0);
DELETE FROM knowledge_vector WHERE calibration_version > 0;
DELETE FROM knowledge_embedding WHERE space_id IN (SELECT id FROM knowledge_space WHERE calibration_version > 0);
ALTER TABLE knowledge_vector DROP CONSTRAINT knowledge_vector_calibration, DROP COLUMN calibration_version;
DELETE FROM knowledge_space WHERE calibration_version > 0;
ALTER TABLE knowledge_space
  DROP COLUMN inputs, DROP COLUMN calibration, DROP COLUMN calibration_version,
  ADD UNIQUE (model, dimensions);
`;
