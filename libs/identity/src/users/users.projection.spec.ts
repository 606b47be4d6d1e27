import { expect, test } from '@jest/globals';
import { type Message, project } from '#kernel';
import { recorded } from '#kernel/testing';
import type { UserEvents } from './user.ts';
import { users } from './users.projection.ts';

const userId = '5d0c6a0e-0f6b-4c57-9c53-0d7a1f1f7a11';
const at = '2026-01-01T00:00:00.000Z';
const registration = {
  userId,
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Archer',
  phone: '+1 555 0100',
  role: 'client',
  termsVersion: null,
} as const;
const events: Message<UserEvents>[] = [
  { type: 'UserRegistered', data: registration },
  { type: 'EmailVerified', data: { userId, method: 'autoconfirm' } },
  { type: 'PasswordChanged', data: { userId } },
  { type: 'UserDetailsChanged', data: { userId, firstName: 'Anna', lastName: 'Archer', phone: null } },
  { type: 'StaffRoleGranted', data: { userId, role: 'support', reason: 'joined' } },
];
const storedEvents = (events: readonly Message<UserEvents>[]) => recorded<UserEvents>(`user-${userId}`, events);
const log = storedEvents(events);

test('a user’s row follows their events', () => {
  expect(project(users, new Map(), log).get(userId)).toEqual({
    id: userId,
    email: 'ann@example.com',
    displayName: 'Anna Archer',
    searchName: 'anna archer',
    firstName: 'Anna',
    lastName: 'Archer',
    phone: null,
    avatarPath: null,
    role: 'client',
    staffRoles: ['support'],
    emailVerified: true,
    createdAt: at,
  });
});

test('a sign-up alone does not verify the address', () =>
  expect(project(users, new Map(), log.slice(0, 1)).get(userId)).toMatchObject({
    emailVerified: false,
    staffRoles: [],
  }));

test('folding in two batches gives the same rows as in one', () => {
  const firstBatch = project(users, new Map(), log.slice(0, 2));
  expect(project(users, firstBatch, log.slice(2))).toEqual(project(users, new Map(), log));
});

const withoutPersonalData = {
  email: null,
  displayName: null,
  searchName: null,
  firstName: null,
  lastName: null,
  phone: null,
};

test('only the role remains of a person whose data can no longer be read', () => {
  const unreadableFields = { email: null, firstName: null, lastName: null, phone: null } as never;
  const erasedEvents = storedEvents([
    { type: 'UserRegistered', data: { ...registration, ...(unreadableFields as object) } },
    { type: 'UserDetailsChanged', data: { userId, ...(unreadableFields as object) } as never },
  ]);
  expect(project(users, new Map(), erasedEvents).get(userId)).toMatchObject({ ...withoutPersonalData, role: 'client' });
});

test('an erased person has no name, no address and no staff role', () => {
  const erasedEvents = storedEvents([...events, { type: 'PersonErased', data: { personId: userId } }]);
  expect(project(users, new Map(), erasedEvents).get(userId)).toEqual({
    ...withoutPersonalData,
    avatarPath: null,
    id: userId,
    role: 'client',
    staffRoles: [],
    emailVerified: true,
    createdAt: at,
  });
});

test('an abandoned sign-up adds no row', () =>
  expect(project(users, new Map(), storedEvents([{ type: 'RegistrationAbandoned', data: {} }])).size).toBe(0));

test('the row has the picture that is shown now', () => {
  const picture = (name: string) => ({ userId, target: `public/ann/${name}` });
  type PictureEvents = Record<'AvatarUploaded' | 'AvatarPublished' | 'AvatarRemoved', ReturnType<typeof picture>>;
  const pathAfter = (...events: Message<PictureEvents>[]) => {
    const pictureEvents = recorded<PictureEvents>(`avatar-${userId}`, events) as never;
    return project(users, project(users, new Map(), log), pictureEvents).get(userId)?.avatarPath;
  };
  const [first, second] = [picture('a'), picture('b')];
  expect(pathAfter({ type: 'AvatarUploaded', data: first })).toBeNull();
  expect(pathAfter({ type: 'AvatarPublished', data: first })).toBe('public/ann/a.jpg');
  const replacedEvents = [
    { type: 'AvatarPublished', data: first },
    { type: 'AvatarPublished', data: second },
    { type: 'AvatarRemoved', data: first },
  ] as const;
  expect(pathAfter(...replacedEvents)).toBe('public/ann/b.jpg');
  expect(pathAfter(...replacedEvents, { type: 'AvatarRemoved', data: second })).toBeNull();
});
