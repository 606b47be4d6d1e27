import { useNavigate } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { usePostLead } from '../features/leads/api.ts';
import { PostLeadForm } from '../features/leads/post-lead-form.tsx';
import { dropDraft } from '../platform/drafts.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function PostLead() {
  const me = useMe().data;
  return (
    <Page
      title="Post a Lead"
      width="narrow"
      lead="Describe your event. Professionals who are a good fit can unlock your contact details and get in touch."
    >
      {me?.role === 'client' ? (
        <Form draftKey={`lead.${me.id}`} />
      ) : (
        <EmptyState
          title="Clients post leads"
          text="Your account offers services. Browse leads to find clients."
          link={{ to: '/leads', name: 'Browse Leads' }}
        />
      )}
    </Page>
  );
}

function Form({ draftKey }: { draftKey: string }) {
  const navigate = useNavigate();
  const post = usePostLead();
  const posted = () => {
    dropDraft(draftKey);
    void navigate('/leads');
  };
  return (
    <PostLeadForm
      draftKey={draftKey}
      submitting={post.isPending}
      error={post.error}
      onSubmit={(lead) => post.mutate(lead, { onSuccess: posted })}
    />
  );
}
