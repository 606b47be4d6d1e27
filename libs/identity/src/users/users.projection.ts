import { type Projection, streamId } from '#kernel';
import { type PersonDetails, type UserEvents, user } from './user.ts';
import type { UserRow } from './users.rows.ts';

const idOf = (stream: string): string => streamId(user, stream);

const detailsOf = ({ firstName, lastName, phone }: PersonDetails) => ({
  firstName,
  lastName,
  phone,
  // The names of an erased person are read as null.
  displayName: firstName === null || lastName === null ? null : `${firstName} ${lastName}`,
});

const unknown = { email: null, displayName: null, firstName: null, lastName: null, phone: null };

export const users: Projection<UserEvents, UserRow> = {
  table: 'users',
  version: 1,
  key: ({ stream }) => idOf(stream),
  insert: {
    UserRegistered: ({ email, role, ...details }, { stream, at }) => ({
      id: idOf(stream),
      email,
      ...detailsOf(details),
      role,
      staffRoles: [],
      emailVerified: false,
      createdAt: at,
    }),
  },
  update: {
    EmailVerified: (row) => ({ ...row, emailVerified: true }),
    EmailChanged: (row, { email }) => ({ ...row, email, emailVerified: true }),
    UserDetailsChanged: (row, details) => ({ ...row, ...detailsOf(details) }),
    PersonErased: (row) => ({ ...row, ...unknown, staffRoles: [] }),
    StaffRoleGranted: (row, { role }) => ({ ...row, staffRoles: [...row.staffRoles, role] }),
    StaffRoleRevoked: (row, { role }) => ({ ...row, staffRoles: row.staffRoles.filter((granted) => granted !== role) }),
  },
};
