import { type Actor, refuse } from '#kernel';
import type { PersonDetails, Role } from './user-events.ts';
import type { User } from './user-state.ts';

export function requireRegistered({ status }: User): void {
  if (status !== 'registered') refuse('user-not-found', 'This user does not exist');
}

export function requireSelf(state: User, by: Actor): void {
  requireRegistered(state);
  if (by.id !== state.id) refuse('user-not-yours', 'This user does not exist');
}

/**
 * An operator, or an administrator who does not act on their own account. The reason must not name the person, because
 * it is stored in the envelope too. The reason for a staff role may: it is stored only in the event's encrypted data.
 */
export function requireAdministrator(
  state: User,
  by: Actor,
  reason: string,
  what: 'user-role' | 'staff-role' | 'suspension' | 'factor',
): void {
  requireRegistered(state);
  if (by.kind !== 'system' && !(by.kind === 'staff' && by.role === 'admin'))
    refuse(`${what}-not-allowed`, 'Only an administrator can do this');
  if (by.id === state.id) refuse(`${what}-not-allowed`, 'Ask another administrator to do this to your own account');
  if (!reason.trim()) refuse(`${what}-reason`, 'Enter a reason');
  if (what !== 'staff-role') requireImpersonalReason(reason, state);
}

const roles: readonly string[] = ['creator', 'client', 'vendor'] satisfies Role[];

export function requireRole(role: string): void {
  if (!roles.includes(role)) refuse('user-role', 'Please select a role');
}

export const isActiveAdministrator = ({ status, staffRoles, suspended }: User): boolean =>
  status === 'registered' && staffRoles.includes('admin') && !suspended;

/** `administrators` are the ids of all administrators who can sign in. */
export function requireOtherAdministrator({ id }: User, administrators: readonly string[]): void {
  if (administrators.every((administrator) => administrator === id))
    refuse('staff-role-last-admin', 'There is no other administrator. Give the role to another person first.');
}

export function requireNames({ firstName, lastName }: Pick<PersonDetails, 'firstName' | 'lastName'>): void {
  if (firstName.trim().length < 2) refuse('user-first-name', 'First name must be at least 2 characters');
  if (lastName.trim().length < 2) refuse('user-last-name', 'Last name must be at least 2 characters');
}

// The reason is stored unencrypted in the envelope and is never deleted, so it must not contain personal data.
export function requireImpersonalReason(reason: string, { firstName, lastName, email, phone }: User): void {
  if (!reason.trim()) refuse('person-reason', 'Enter a reason');
  const words = new Set(wordsOf(reason));
  const digits = reason.replace(/\D/g, '');
  const number = (phone ?? '').replace(/\D/g, '');
  const containsName = [firstName, lastName, email].some((name) => wordsOf(name).some((word) => words.has(word)));
  if (containsName || (number.length > 5 && digits.includes(number)))
    refuse(
      'person-reason-personal',
      'The reason is stored in the log permanently: leave out their name, address and phone number',
    );
}

/** The words of a text in lower case. An email address counts as one word; null (an erased person) has none. */
function wordsOf(text: string | null): readonly string[] {
  return (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+(?:[@.+_-][\p{L}\p{N}]+)*/gu) ?? [];
}
