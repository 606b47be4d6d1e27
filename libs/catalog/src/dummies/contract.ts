import { z } from 'zod';

const result = z.object({ name: z.string(), email: z.string(), status: z.enum(['created', 'exists', 'deleted']) });

/**
 * The responses to `POST /functions/v1/seed-dummy-vendors` and `POST /functions/v1/delete-dummy-vendors`. `password` is
 * that of the accounts that were just created. It is random, and no other response contains it.
 */
export const seeding = z.object({ message: z.string(), results: z.array(result), password: z.string().nullable() });
export type Seeding = z.infer<typeof seeding>;
