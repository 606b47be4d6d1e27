import type { TimelineEntry } from '#backoffice/contract';
import type { StaffLeadAction } from '#leads/contract';
import { ActionMenu } from './action-menu.tsx';
import { useActOnLead } from './api.ts';
import { possibleActions } from './lead-state.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useChosenAction } from './use-chosen-action.ts';

/** What each action is called, and what it changes. */
const actions: Readonly<Record<StaffLeadAction, { label: string; text: string }>> = {
  hold: {
    label: 'Hold Lead',
    text: 'Until it is released, only its client and those who unlocked it see the lead.',
  },
  release: { label: 'Release Lead', text: 'The lead is shown again as it was before it was held.' },
  remove: { label: 'Remove Lead', text: 'The lead can no longer be unlocked. You can’t undo it.' },
};

/** The actions that staff can take now on a lead, according to its events. */
export function LeadActions({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const { chosen, isOpen, choose, close } = useChosenAction<StaffLeadAction>('hold');
  const act = useActOnLead(id);
  const { label, text } = actions[chosen];
  return (
    <div>
      <ActionMenu
        items={possibleActions(entries).map((key) => ({ key, label: actions[key].label, danger: key === 'remove' }))}
        onChoose={choose}
      />
      <ReasonDialog
        name="act-on-lead"
        title={label}
        text={`${text} The log keeps the reason.`}
        confirm={label}
        open={isOpen}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action: chosen, reason }, { onSuccess: close })}
        onClose={close}
      />
    </div>
  );
}
