import { Link } from 'react-router-dom';
import { useMe } from '../features/identity/session.ts';
import { OwnLeadCard } from '../features/leads/own-lead-card.tsx';
import { useOwnLeads } from '../features/leads/own-leads-api.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The leads that the client posted, with their status. */
export function OwnLeads() {
  const posts = useMe().data?.role === 'client';
  return (
    <Page
      title="Your Posted Leads"
      lead="How often your leads were seen, and who unlocked them, newest first."
      actions={
        posts && (
          <Link className="button primary" to="/leads/create">
            Post a Lead
          </Link>
        )
      }
    >
      <PagedList
        query={useOwnLeads()}
        failure="Your leads could not be loaded"
        skeletons={3}
        empty={
          posts ? (
            <EmptyState
              title="No posted leads yet"
              text="Describe your event once, and professionals who fit it can get in touch."
              link={{ to: '/leads/create', name: 'Post Your First Lead' }}
            />
          ) : (
            <EmptyState
              title="Clients post leads"
              text="You offer services, so you find leads instead of posting them."
              link={{ to: '/leads', name: 'Browse Leads' }}
            />
          )
        }
        more="Show more leads"
      >
        {(lead) => <OwnLeadCard key={lead.id} lead={lead} />}
      </PagedList>
    </Page>
  );
}
