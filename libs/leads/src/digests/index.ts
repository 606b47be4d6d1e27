export { digestsParts } from './digests.parts.ts';
export type { MatchDigestEvents } from './match-digest.ts';
export { professionalsPerCommand, SendMatchDigests } from './match-digests.commands.ts';
