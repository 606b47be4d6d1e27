import { type Projection, searchable, streamId } from '#kernel';
import { type PersonDetails, type UserEvents, user } from './user.ts';
import type { UserRow } from './users.rows.ts';

const idOf = (stream: string): string => streamId(user, stream);

const detailsOf = ({ firstName, lastName, phone }: PersonDetails) => {
  // The names of an erased person are read as null.
  const displayName = firstName === null || lastName === null ? null : `${firstName} ${lastName}`;
  return { firstName, lastName, phone, displayName, searchName: displayName === null ? null : searchable(displayName) };
};

const noPersonalData = {
  email: null,
  displayName: null,
  searchName: null,
  firstName: null,
  lastName: null,
  phone: null,
  avatarPath: null,
};

/** The fields of the avatar's events that this projection uses. */
type ShownPicture = { userId: string; target: string };
type Events = UserEvents & { AvatarPublished: ShownPicture; AvatarRemoved: ShownPicture };

const avatarPath = ({ target }: ShownPicture): string => `${target}.jpg`;

export const users: Projection<Events, UserRow> = {
  table: 'users',
  version: 1,
  key: (event) =>
    event.type === 'AvatarPublished' || event.type === 'AvatarRemoved' ? event.data.userId : idOf(event.stream),
  insert: {
    UserRegistered: ({ email, role, ...details }, { stream, at }) => ({
      id: idOf(stream),
      email,
      ...detailsOf(details),
      avatarPath: null,
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
    PersonErased: (row) => ({ ...row, ...noPersonalData, staffRoles: [] }),
    UserRoleChanged: (row, { role }) => ({ ...row, role }),
    StaffRoleGranted: (row, { role }) => ({ ...row, staffRoles: [...row.staffRoles, role] }),
    AvatarPublished: (row, avatar) => ({ ...row, avatarPath: avatarPath(avatar) }),
    // A new picture is published before the one that it replaces is removed.
    AvatarRemoved: (row, avatar) => (row.avatarPath === avatarPath(avatar) ? { ...row, avatarPath: null } : row),
    StaffRoleRevoked: (row, { role }) => ({ ...row, staffRoles: row.staffRoles.filter((granted) => granted !== role) }),
  },
};
