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
  if (lead.status !== 'active' || lead.buyers > 0)
    return (
      <EmptyState
        title="This lead can no longer be changed"
        text={
          lead.buyers > 0
            ? 'A professional has unlocked it, and what they paid for stays as it was. You can close it and post another one.'
            : 'It is no longer offered to professionals. You can post another one.'
        }
        link={ownLeads}
      />
    );
  return <Form lead={lead} draftKey={`${lead.id}.${userId}`} />;
}

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
