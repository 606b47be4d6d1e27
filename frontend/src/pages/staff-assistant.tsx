import { AssistantConversations, conversationFields } from '../features/staff/assistant-conversations.tsx';
import { FilterForm } from '../features/staff/filter-form.tsx';
import { useFilter } from '../features/staff/use-filter.ts';
import { StaffPage } from './staff-page.tsx';

/** The conversations with the assistant, for staff. */
export function StaffAssistant() {
  const [filter, search] = useFilter(conversationFields);
  return (
    <StaffPage
      title="Conversations with the Assistant"
      lead="The newest first. What was said is hidden until you give a reason."
      path="/staff/assistant"
      refusal="Only staff can see conversations with the assistant."
    >
      <div className="stack staff-list">
        <FilterForm
          list="conversations"
          label="Conversations"
          fields={conversationFields}
          filter={filter}
          onSearch={search}
        />
        <AssistantConversations filter={filter} />
      </div>
    </StaffPage>
  );
}
