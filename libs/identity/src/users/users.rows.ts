import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { trigramIndex } from '#platform/postgres';
import { Instant } from '#platform/projections';
import type { Role, StaffRole } from './user.ts';

/** Names, email, phone and avatar are null for an erased person. `avatarPath` is that of a JPEG. */
export const userRows = defineEntity({
  name: 'UserRow',
  properties: {
    id: p.text().primary(),
    email: p.text().nullable(),
    displayName: p.text().nullable(),
    /** The displayed name as searches compare it. */
    searchName: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    phone: p.text().nullable(),
    avatarPath: p.text().nullable(),
    role: p.text().$type<Role>(),
    staffRoles: p.json<readonly StaffRole[]>(),
    emailVerified: p.boolean(),
    createdAt: p.type(Instant),
  },
  indexes: [{ properties: ['email'] }, trigramIndex('searchName')],
});
export type UserRow = InferEntity<typeof userRows>;
