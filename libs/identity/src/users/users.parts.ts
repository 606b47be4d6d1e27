import type { SubmoduleParts } from '#platform/module';
import { Accounts } from './accounts.store.ts';
import { Addresses } from './addresses.store.ts';
import { user } from './user.ts';
import { users } from './users.projection.ts';
import { userRows } from './users.rows.ts';

/** The account of each user: its rules, its rows and its read table. */
export const usersParts = {
  aggregates: [user],
  projections: [[users, userRows]],
  providers: [Accounts, Addresses],
} satisfies SubmoduleParts;
