import type { SubmoduleParts } from '#platform/module';
import { matchDigest } from './match-digest.ts';
import * as commands from './match-digests.commands.ts';

/** Notifications about new leads with a high match score. */
export const digestsParts = { aggregates: [matchDigest], commands: [commands] } satisfies SubmoduleParts;
