import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { usePostLead } from '../features/leads/api.ts';
import { dropLeadStart, keptLeadStart } from '../features/leads/lead-start.ts';
import { PostLeadForm } from '../features/leads/post-lead-form.tsx';
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
        <Form userId={me.id} />
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

function Form({ userId }: { userId: string }) {
  const draftKey = `lead.${userId}`;
  const [start] = useState(() => keptLeadStart(userId));
  // If the user leaves the form without posting, the next new lead must begin empty, too.
  useEffect(() => dropLeadStart, []);
  const navigate = useNavigate();
  const post = usePostLead(draftKey);
  const posted = () => {
    // Unmounting drops the start too late: the form stays until the code of the next page has loaded.
    dropLeadStart();
    void navigate('/leads');
  };
  return (
    <PostLeadForm
      start={start}
      draftKey={draftKey}
      submitting={post.isPending}
      error={post.error}
      onSubmit={(lead) => post.mutate(lead, { onSuccess: posted })}
    />
  );
}
