import { z } from 'zod';

export const roles = ['creator', 'client', 'vendor'] as const;
export type Role = (typeof roles)[number];

export const staffRoles = ['support', 'finance', 'ops', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The version of the terms that users accept at sign-up; stored with the registration. */
export const termsVersion = '2026-11-22';

/** A provider's display name, such as Google for `google`. */
export const providerNamed = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const oneLine = /^[^\r\n\u2028\u2029]*$/;
const name = (label: string) =>
  z
    .string()
    .trim()
    .min(2, `${label} must be at least 2 characters`)
    .max(80, `${label} must be at most 80 characters`)
    .regex(oneLine, `${label} must be on one line`);

export const userId = z.uuid('This person does not exist');

export const email = z.email('Invalid email address').max(255, 'Invalid email address');

export const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
  .regex(/[0-9]/, 'Password must contain at least one number');

/** The sign-up form. The browser sends it in the format of auth-js: email, password and metadata. */
export const signUp = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email,
  password,
  phone: z.string().trim().max(40, 'Phone number must be at most 40 characters').optional(),
  role: z.enum(roles, 'Please select a role'),
  agreedToTerms: z.literal(true, 'You must agree to the terms'),
});
export type SignUp = z.infer<typeof signUp>;

/**
 * What people can change about themselves in their settings. The browser sends it as metadata, like the sign-up form.
 */
export const ownDetails = signUp.pick({ firstName: true, lastName: true, phone: true });
export type OwnDetails = z.infer<typeof ownDetails>;

export const signIn = z.object({ email, password: z.string().min(1, 'Password is required') });
export type SignIn = z.infer<typeof signIn>;

export const sessionId = z.uuid('This session does not exist');

/** One of the caller's sessions. `here` marks the current one; `lastUsedAt` is when its tokens were last renewed. */
export const ownSession = z.object({
  id: sessionId,
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  here: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** `GET /api/v1/me/sessions`: all sessions of the caller. */
export const ownSessionList = z.object({ items: z.array(ownSession), nextCursor: z.null() });
export type OwnSessionList = z.infer<typeof ownSessionList>;

/**
 * `DELETE /api/v1/me`: the password or a mailed reauthentication code. A caller without a password who has just signed
 * in needs neither.
 */
export const accountClosing = z.object({
  password: z.string().max(1_000).default(''),
  nonce: z.string().max(100).default(''),
});
export type AccountClosing = z.input<typeof accountClosing>;

/** `GET /api/v1/me` */
export const me = z.object({
  id: userId,
  role: z.enum(roles),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  emailVerified: z.boolean(),
  onboardingCompleted: z.boolean(),
  staffRoles: z.array(z.enum(staffRoles)),
});
export type Me = z.infer<typeof me>;

/**
 * `GET /api/v1/me/avatar`. `url` is the address of the picture that is shown now, a JPEG; `isProcessing` whether a
 * newer one is being prepared. `refusal` says why the last uploaded file could not be used.
 */
export const ownAvatar = z.object({
  url: z.string().nullable(),
  isProcessing: z.boolean(),
  refusal: z.string().nullable(),
});
export type OwnAvatar = z.infer<typeof ownAvatar>;
