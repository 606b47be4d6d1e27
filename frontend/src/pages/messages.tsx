import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type ThreadSubject, threadSubject } from '#messages/contract';
import { useOpenThread } from '../features/messages/api.ts';
import { ThreadList } from '../features/messages/thread-list.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorState, SkeletonBlocks } from '../ui/states.tsx';

/**
 * The user's conversations. `?booking=` and `?lead=` open the one about it. A client adds `&professional=` to a lead,
 * which several professionals may have unlocked.
 */
export function Messages() {
  const subject = useSubject();
  return (
    <Page title="Messages">
      {subject ? <Opening key={JSON.stringify(subject)} subject={subject} /> : <ThreadList />}
    </Page>
  );
}

const useSubject = (): ThreadSubject | undefined => {
  const [search] = useSearchParams();
  const [bookingId, leadId, professionalId] = ['booking', 'lead', 'professional'].map(
    (name) => search.get(name) ?? undefined,
  );
  const { success, data } = threadSubject.safeParse({ bookingId, leadId, professionalId });
  return success ? data : undefined;
};

function Opening({ subject }: { subject: ThreadSubject }) {
  const navigate = useNavigate();
  const { mutate, error } = useOpenThread();
  const open = () => mutate(subject, { onSuccess: ({ id }) => void navigate(`/messages/${id}`, { replace: true }) });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    open();
  });
  if (error) return <ErrorState what="The conversation could not be opened" error={error} onRetry={open} />;
  return <SkeletonBlocks heights={[76, 420]} />;
}
