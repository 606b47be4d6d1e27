import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { LeadPost } from '#leads/contract';
import { useMe } from '../features/identity/session.ts';
import { postLead } from '../features/leads/api.ts';
import { PostLeadForm } from '../features/leads/post-lead-form.tsx';
import { messageOf } from '../platform/http.ts';
import { useNotify } from '../ui/notify.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function PostLead() {
  const mayPost = useMe().data?.role === 'client';
  return (
    <Page title="Post a Lead" width="narrow" lead="Say what you are planning. Professionals who fit will get in touch.">
      {mayPost ? <Form /> : <ForClients />}
    </Page>
  );
}

function Form() {
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  const post = async (lead: LeadPost) => {
    try {
      await postLead(lead);
    } catch (error) {
      notify.error(messageOf(error, 'Failed to post lead'));
      throw error;
    }
    notify.success('Lead posted successfully!');
    void client.invalidateQueries({ queryKey: ['leads'] });
    await navigate('/leads');
  };
  return <PostLeadForm onSubmit={post} />;
}

function ForClients() {
  return (
    <EmptyState
      title="Clients post leads"
      text="Your account offers services, so you answer leads instead."
      action={
        <Link className="button primary" to="/leads">
          Browse Leads
        </Link>
      }
    />
  );
}
