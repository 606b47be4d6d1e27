import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { dummyVendorRows } from './dummies.rows.ts';

@Injectable()
export class DummiesQueries {
  constructor(private readonly em: EntityManager) {}

  /** The ids of the accounts that belong to no person. */
  async all(): Promise<readonly string[]> {
    return (await this.em.find(dummyVendorRows, {}, { orderBy: { id: 'asc' } })).map(({ id }) => id);
  }
}
