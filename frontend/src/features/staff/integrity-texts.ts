import type { LogVerificationEntry } from '#backoffice/contract';
import { amount } from '../../platform/text.ts';

/** What a verification is called, before and after it has ended. */
export const verificationTitle = ({ endedAt, failure, findings, done }: LogVerificationEntry): string => {
  if (failure !== null) return 'The log could not be verified';
  if (endedAt === null || findings === null) return `Verifying the log, ${Math.floor(done * 100)} %`;
  return findings === 0 ? 'The log is unchanged' : `The log has been changed: ${amount(findings, 'finding')}`;
};

/** What a verification covered, or why it failed; undefined while it is not finished. */
export const verificationScope = ({
  failure,
  events,
  through,
  checkpoints,
}: LogVerificationEntry): string | undefined => {
  if (failure !== null) return failure;
  if (events === null || checkpoints === null) return undefined;
  return `${amount(events, 'event')} through position ${through}, ${amount(checkpoints, 'checkpoint')} ${checkpoints === 1 ? 'agrees' : 'agree'}.`;
};

/** The lines of a file of checkpoints, without an empty or unfinished last one. */
const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Whether the line has the form of a checkpoint. Its signature is not checked. */
const isCheckpoint = (line: string): boolean => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'position' in value && 'signature' in value;
  } catch {
    return false;
  }
};

/**
 * Compares a copy of the checkpoints with those of this site, line by line, and says in a sentence what came of it.
 * `agrees` is whether every line of the copy is unchanged here.
 */
export const compareCheckpoints = (copy: string, own: string): { readonly agrees: boolean; readonly text: string } => {
  const copied = linesOf(copy);
  const here = linesOf(own);
  const unreadable = copied.findIndex((line) => !isCheckpoint(line));
  if (copied.length === 0) return { agrees: false, text: 'The file has no checkpoints.' };
  if (unreadable >= 0) return { agrees: false, text: `Line ${unreadable + 1} of the file is not a checkpoint.` };
  const different = copied.findIndex((line, i) => line !== here[i]);
  if (different >= 0)
    return {
      agrees: false,
      text:
        different < here.length
          ? `Line ${different + 1} of the file differs from the checkpoint of this site. One of the two was changed.`
          : `This site has only ${amount(here.length, 'checkpoint')}; the file has ${copied.length.toLocaleString('en-US')}. The end of the list is missing here.`,
    };
  const newer = here.length - copied.length;
  return {
    agrees: true,
    text: `${copied.length === 1 ? 'The checkpoint' : `All ${amount(copied.length, 'checkpoint')}`} of the file ${copied.length === 1 ? 'is' : 'are'} unchanged here${newer > 0 ? `, and ${amount(newer, 'newer checkpoint')} followed` : ''}.`,
  };
};
