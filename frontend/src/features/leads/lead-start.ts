import type { LeadPost } from '#leads/contract';
import { dropDraft, readDraft, saveDraft } from '../../platform/drafts.ts';

/** What is known of a new lead before its form is opened. Amounts in cents. */
export type LeadStart = {
  readonly [Field in keyof LeadPost]?: (Field extends 'eventType' ? string : LeadPost[Field]) | undefined;
};

const draftKey = 'lead.start';

/**
 * Keeps the start of a lead in this tab until its form is left: through signing in, and when the page is reloaded.
 * `userId` is null if it may be posted by the user who signs in next.
 */
export const keepLeadStart = (lead: LeadStart, userId: string | null): void => saveDraft(draftKey, { lead, userId });

/** The start that this user, or a visitor before signing in, has left. */
export const keptLeadStart = (user: string): LeadStart | undefined => {
  const { lead, userId = null } = (readDraft(draftKey) ?? {}) as { lead?: LeadStart; userId?: string | null };
  return userId === null || userId === user ? lead : undefined;
};

export const dropLeadStart = (): void => dropDraft(draftKey);
