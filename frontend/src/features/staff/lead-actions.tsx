import type { StaffLeadAction } from '#leads/contract';
import { ActionMenu } from './action-menu.tsx';
import { useActOnLead, useStaffLeads } from './api.ts';
import { actionsFor } from './lead-state.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useChosenAction } from './use-chosen-action.ts';

/** What each action is called, and what it changes. */
const actions: Readonly<Record<StaffLeadAction, { label: string; text: string }>> = {
  hold: {
    label: 'Hold Lead',
    text: 'Only the client and the professionals who unlocked the lead can see it until you release it.',
  },
  release: { label: 'Release Lead', text: 'Professionals can see the lead again.' },
  remove: {
    label: 'Remove Lead',
    text: 'The lead can no longer be unlocked. The professionals who unlocked it in the last 30 days get a refund, unless a booking was made from it. You can’t undo it.',
  },
};

/** The actions that staff can take now on a lead. */
export function LeadActions({ id }: { id: string }) {
  const { chosen, isOpen, choose, close } = useChosenAction<StaffLeadAction>('hold');
  const act = useActOnLead(id);
  const status = useStaffLeads({ id }).data?.pages[0]?.items[0]?.status;
  if (!status) return null;
  const { label, text } = actions[chosen];
  return (
    <div>
      <ActionMenu
        items={actionsFor[status].map((key) => ({ key, label: actions[key].label, danger: key === 'remove' }))}
        onChoose={choose}
      />
      <ReasonDialog
        name="act-on-lead"
        title={label}
        text={`${text} The client gets a notification with the reason.`}
        confirm={label}
        open={isOpen}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action: chosen, reason }, { onSuccess: close })}
        onClose={close}
      />
    </div>
  );
}
