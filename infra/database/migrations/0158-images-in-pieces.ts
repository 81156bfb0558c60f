import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of images are stored as they are, since they are compressed themselves: a piece of one is then read without the others. */
export class ImagesInPieces1700000158000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_picture_file ALTER body SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_picture_file ALTER body SET STORAGE EXTENDED');
  }
}
