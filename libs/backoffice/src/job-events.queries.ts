import { z } from 'zod';

const reference = z.object({ stream: z.string(), version: z.int() });

/** The event that a job is about, from the job's data. Undefined if it is about none. */
export const eventOfJob = (data: unknown): z.infer<typeof reference> | undefined => reference.safeParse(data).data;
