import { useNavigate, useParams } from 'react-router-dom';
import type { Lead } from '#leads/contract';
import { useMe } from '../features/identity/session.ts';
import { useLead } from '../features/leads/api.ts';
import { useChangeLead } from '../features/leads/own-leads-api.ts';
import { PostLeadForm } from '../features/leads/post-lead-form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonBlocks } from '../ui/states.tsx';

/** Changes a lead of the client, as long as no professional has unlocked it. */
export function EditLead() {
  const { id = '' } = useParams();
  return (
    <Page
      title="Edit Your Lead"
      width="narrow"
      lead="Professionals see your changes at once. When the first one unlocks the lead, it can no longer be changed."
    >
      <Loaded
        query={useLead(id)}
        failure="This lead could not be loaded"
        missing={notYours}
        skeleton={<SkeletonBlocks heights={[220, 320, 240, 240]} />}
      >
        {(lead) => <Editor key={id} lead={lead} />}
      </Loaded>
    </Page>
  );
}

const ownLeads = { to: '/leads/mine', name: 'Your Posted Leads' };
const notYours = (
  <EmptyState
    title="Lead not found"
    text="Check the link, or sign in with the account that posted it."
    link={ownLeads}
  />
);

function Editor({ lead }: { lead: Lead }) {
  const userId = useMe().data?.id ?? '';
  if (!lead.mine) return notYours;
  if (!lead.may?.change) return <EmptyState {...unchangeable(lead)} link={ownLeads} />;
  return <Form lead={lead} draftKey={`${lead.id}.${userId}`} />;
}

/** Why a lead cannot be changed now. */
const unchangeable = ({ status, buyers }: Lead): { title: string; text: string } => {
  const title = 'This lead can no longer be changed';
  if (buyers > 0)
    return {
      title,
      text: 'A professional has unlocked it, and what they paid for stays as it was. You can close it and post another one.',
    };
  if (status !== 'active')
    return { title, text: 'It is no longer offered to professionals. You can post another one.' };
  return {
    title: 'This lead cannot be changed right now',
    text: 'A professional may be paying for it. Try again in an hour.',
  };
};

function Form({ lead, draftKey }: { lead: Lead; draftKey: string }) {
  const navigate = useNavigate();
  const change = useChangeLead(lead.id, draftKey);
  return (
    <PostLeadForm
      lead={lead}
      draftKey={draftKey}
      submitting={change.isPending}
      error={change.error}
      onSubmit={(post) => change.mutate(post, { onSuccess: () => void navigate('/leads/mine') })}
    />
  );
}
