import { useParams } from 'react-router-dom';
import { Conversation } from '../features/messages/conversation.tsx';
import { ThreadList } from '../features/messages/thread-list.tsx';
import { Page } from '../ui/page.tsx';

/** One conversation, next to the list of all conversations if there is enough space. */
export function ConversationPage() {
  const { id = '' } = useParams();
  return (
    <Page title="Messages">
      <div className="messages">
        <ThreadList />
        <Conversation key={id} id={id} />
      </div>
    </Page>
  );
}
