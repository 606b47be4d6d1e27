import type { SubmoduleParts } from '#platform/module';
import { matchDigest } from './match-digest.ts';
import * as commands from './match-digests.commands.ts';

/** Emails that tell professionals of new leads that fit them very well. */
export const digestsParts = { aggregates: [matchDigest], commands: [commands] } satisfies SubmoduleParts;
