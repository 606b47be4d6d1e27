export { digestsParts } from './digests.parts.ts';
export type { MatchDigestEvents } from './match-digest.ts';
export { professionalsAtOnce, SendMatchDigests } from './match-digests.commands.ts';
