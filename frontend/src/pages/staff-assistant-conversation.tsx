import { Link, useParams } from 'react-router-dom';
import { AssistantConversation } from '../features/staff/assistant-conversation.tsx';
import { StaffPage } from './staff-page.tsx';

/** What was said in a conversation with the assistant, and from which data, for staff. */
export function StaffAssistantConversation() {
  const { id = '' } = useParams();
  return (
    <StaffPage
      title="Conversation with the Assistant"
      eyebrow={<Link to="/staff/assistant">Conversations with the Assistant</Link>}
      lead={id}
      path="/staff/assistant"
      refusal="Only staff can read conversations with the assistant."
    >
      <AssistantConversation key={id} id={id} />
    </StaffPage>
  );
}
